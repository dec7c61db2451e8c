package io.jgbench.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.testing.FreePorts;
import io.jgbench.transport.TransportContext.MulticastGroup;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Members that nobody has planned find each other by themselves, as they do when each is started by hand. */
class UnplannedMembersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final List<Transport> open = new ArrayList<>();
    private final MulticastGroup group = new MulticastGroup(
            "239.7." + ThreadLocalRandom.current().nextInt(1, 255) + ".1",
            ThreadLocalRandom.current().nextInt(20_000, 30_000));

    @AfterEach
    void closeAll() {
        open.forEach(Transport::close);
    }

    @Test
    void overUdpByMulticast() throws Exception {
        findEachOther(new TransportSpec("udp", Optional.empty(), Map.of("bindAddress", "127.0.0.1"), 0));
    }

    @Test
    void overTcpByTheListOfInitialHosts() throws Exception {
        List<Integer> ports = FreePorts.take(2);
        String hosts = "127.0.0.1[" + ports.get(0) + "],127.0.0.1[" + ports.get(1) + "]";

        findEachOther(new TransportSpec("tcp", Optional.empty(), Map.of("initial_hosts", hosts), 0));
    }

    @Test
    void overJGroupsByTheStacksOwnDiscovery() throws Exception {
        String xml = new Stacks()
                .named("udp")
                .xml()
                .replaceFirst("bind_addr=\"[^\"]*\"", "bind_addr=\"127.0.0.1\"")
                .replace("45588", String.valueOf(group.port()));

        findEachOther(new TransportSpec("jgroups", Optional.of(new Stack("udp", xml)), Map.of(), 0));
    }

    @Test
    void tcpWithoutAnyHostsSaysWhatItNeeds() {
        TransportSpec spec = new TransportSpec("tcp", Optional.empty(), Map.of(), 0);

        assertThatThrownBy(() -> open(spec, "a", new Inbox()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("initial_hosts");
    }

    @Test
    void tcpRefusesAHostThatNobodyKnows() {
        Map<String, String> options = Map.of("initial_hosts", "127.0.0.1[17800],nowhere.invalid[17801]");

        assertThatThrownBy(() -> open(new TransportSpec("tcp", Optional.empty(), options, 0), "a", new Inbox()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("initial_hosts")
                .hasMessageContaining("nowhere.invalid");
    }

    @Test
    void udpRefusesAnAddressThatNobodyKnows() {
        assertRefusedByUdp("bindAddress", "nowhere.invalid", "nowhere.invalid, which is not known");
    }

    @Test
    void udpRefusesAnAddressThatIsNotOfIpv4() {
        assertRefusedByUdp("bindAddress", "::1", "bindAddress must be an IPv4 address");
    }

    @Test
    void udpRefusesAGroupThatIsNone() {
        assertRefusedByUdp("multicastAddress", "127.0.0.1", "must be a multicast address such as 239.8.8.8, got: 127");
        assertRefusedByUdp("multicastAddress", "nowhere.invalid", "nowhere.invalid, which is not known");
    }

    private static void assertRefusedByUdp(String option, String value, String said) {
        var spec = new TransportSpec("udp", Optional.empty(), Map.of(option, value), 0);
        var context = new TransportContext(spec, "unplanned", "a", 2, List.of(), Optional.empty(), PATIENCE);
        try (Transport transport = new Transports().find("udp")) {
            assertThatThrownBy(() -> transport.open(context, new Inbox()))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("cannot open transport udp: " + option)
                    .hasMessageContaining(said);
        }
    }

    @Test
    void strangerWhoStopsInTheMiddleOfAGreetingIsHungUpOn() throws Exception {
        int port = FreePorts.take(1).getFirst();
        Map<String, String> options = Map.of("initial_hosts", "127.0.0.1[" + port + "]");
        open(new TransportSpec("tcp", Optional.empty(), options, 0), "a", new Inbox());

        try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), port)) {
            stranger.setSoTimeout((int) PATIENCE.toMillis());
            stranger.getOutputStream().write(1);
            stranger.shutdownOutput();

            assertThat(stranger.getInputStream().readAllBytes())
                    .as("what a stranger is told")
                    .isEmpty();
        }
    }

    @Test
    void strangerWhoConnectsIsDroppedAndNoMember() throws Exception {
        int port = FreePorts.take(1).getFirst();
        Map<String, String> options = Map.of("initial_hosts", "127.0.0.1[" + port + "]");
        Inbox inbox = new Inbox();
        Transport transport = open(new TransportSpec("tcp", Optional.empty(), options, 0), "a", inbox);

        try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), port)) {
            stranger.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(transport.counters()).containsEntry("tcp.strangers", 1L));
        }
        assertThat(inbox.members()).containsExactly("a");
    }

    private void findEachOther(TransportSpec spec) throws Exception {
        Inbox first = new Inbox();
        Inbox second = new Inbox();
        open(spec, "a", first);
        open(spec, "b", second);

        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(first.members()).containsExactlyInAnyOrder("a", "b");
            assertThat(second.members()).isEqualTo(first.members());
        });
    }

    private Transport open(TransportSpec spec, String member, Inbox inbox) throws TransportException {
        Transport transport = new Transports().find(spec.name());
        open.add(transport);
        transport.open(
                new TransportContext(spec, "unplanned", member, 2, List.of(), Optional.of(group), PATIENCE), inbox);
        return transport;
    }
}
