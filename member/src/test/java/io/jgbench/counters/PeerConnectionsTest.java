package io.jgbench.counters;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.Peer;
import io.jgbench.member.FixedHostProbe;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class PeerConnectionsTest {
    private static final List<Peer> PEERS = List.of(
            new Peer(0, "member-0", "10.0.0.1", 7800),
            new Peer(1, "member-1", "10.0.0.2", 7800),
            new Peer(2, "member-2", "10.0.0.3", 7800),
            new Peer(3, "member-3", "10.0.0.3", 7801));

    private final List<TcpConnection> open = new ArrayList<>();

    @Test
    void connectionsWithAMemberAreAdded() throws IOException {
        open.add(connection(1, "10.0.0.2", 1_000, 10));
        open.add(connection(2, "10.0.0.2", 500, 1));
        open.add(connection(3, "10.9.9.9", 700, 7));

        assertThat(counters(connections()))
                .containsEntry("tcpSegmentsTo.member-1", 1_500L)
                .containsEntry("tcpResentTo.member-1", 11L)
                .containsEntry("tcpWaitedForNanos.member-1", 10_000L)
                .doesNotContainKey("tcpSegmentsTo.member-0");
    }

    @Test
    void membersWithOneAddressAreNotTold() throws IOException {
        open.add(connection(1, "10.0.0.3", 1_000, 10));

        assertThat(counters(connections()))
                .containsOnlyKeys(
                        "tcpSegmentsTo.member-1",
                        "tcpResentTo.member-1",
                        "tcpNeedlesslyResentTo.member-1",
                        "tcpWaitedForNanos.member-1");
    }

    @Test
    void connectionThatWasClosedStillCounts() throws IOException {
        var connections = connections();
        open.add(connection(1, "10.0.0.2", 1_000, 10));
        counters(connections);
        open.set(0, connection(2, "10.0.0.2", 5, 0));

        assertThat(counters(connections)).containsEntry("tcpSegmentsTo.member-1", 1_005L);
    }

    @Test
    void countThatBeganAnewGoesOn() throws IOException {
        var connections = connections();
        open.add(connection(1, "10.0.0.2", -10, 0));
        counters(connections);
        open.set(0, connection(1, "10.0.0.2", 20, 0));

        assertThat(counters(connections)).containsEntry("tcpSegmentsTo.member-1", (1L << 32) + 20);
    }

    @Test
    void systemThatDoesNotTellLeavesThemOut() {
        var connections = new PeerConnections(
                new FixedHostProbe(Map.of()),
                () -> {
                    throw new IOException("no sock_diag");
                },
                PEERS,
                0);

        assertThat(connections.counters()).isEmpty();
    }

    /** One before 4.19 tells of each connection less than what is read of it. */
    @Test
    void kernelThatTellsOfNoConnectionIsNotTakenForOneThatCountedNothing() throws IOException {
        var connections = connections();
        assertThat(counters(connections)).isEmpty();

        open.add(connection(1, "10.0.0.2", 20, 0));

        assertThat(counters(connections)).containsEntry("tcpSegmentsTo.member-1", 20L);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void kernelTellsOfAConnectionOfThisProcess() throws IOException {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var client = new Socket(server.getInetAddress(), server.getLocalPort());
                var accepted = server.accept()) {
            OutputStream out = client.getOutputStream();
            out.write(new byte[10_000]);
            accepted.getInputStream().readNBytes(10_000);

            var own = new OwnSockets(Path.of("/proc/self")).descriptorByInode().keySet();
            assertThat(new TcpConnections().open())
                    .filteredOn(connection -> own.contains(Long.toString(connection.inode())))
                    .anySatisfy(connection -> {
                        assertThat(connection.remote()).isEqualTo(InetAddress.getLoopbackAddress());
                        assertThat(connection.segmentsSent()).isPositive();
                        assertThat(connection.cookie()).isNotZero();
                    });
        }
    }

    @Test
    void messageThatIsTooShortTellsOfNoConnection() {
        var message = ByteBuffer.allocate(100).order(ByteOrder.nativeOrder());
        message.putShort(72, (short) 28).putShort(74, (short) 2);

        assertThat(TcpConnection.of(message)).isEmpty();
    }

    private PeerConnections connections() {
        return new PeerConnections(new FixedHostProbe(Map.of()), () -> List.copyOf(open), PEERS, 0);
    }

    private static Map<String, Long> counters(PeerConnections connections) {
        return connections.counters();
    }

    private static TcpConnection connection(long cookie, String remote, int sent, int resent) throws IOException {
        return new TcpConnection(cookie, cookie, InetAddress.getByName(remote), sent, resent, 0, 10 * (cookie % 2));
    }
}
