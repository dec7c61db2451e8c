package io.jgbench.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.protocol.PreflightRequest;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.testing.FreePorts;
import io.jgbench.transport.NetworkUse;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Strangers at the port of a member's pre-flight. */
@Timeout(60)
class ProbeSocketsTest {
    private static final int FLOOD = 100;

    private final List<Socket> strangers = new ArrayList<>();

    @AfterEach
    void closeStrangers() throws IOException {
        for (Socket stranger : strangers) {
            stranger.close();
        }
    }

    @Test
    void transportWithoutDatagramsNeedsNoPortForThem() throws IOException {
        int port = FreePorts.take(1).getFirst();
        try (var others = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                var sockets = ProbeSockets.open(
                        request(port), new NetworkUse(false, true, OptionalInt.empty(), OptionalInt.empty()))) {
            assertThat(others.getLocalPort()).isEqualTo(port);
            strangers.add(new Socket(InetAddress.getLoopbackAddress(), port));
            assertThat(sockets.hangUp()).isEqualTo(1);
        }
    }

    @Test
    void transportWithDatagramsNamesThePortThatIsTaken() throws IOException {
        int port = FreePorts.take(1).getFirst();
        var use = new NetworkUse(true, false, OptionalInt.empty(), OptionalInt.empty());
        try (var others = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
            assertThat(others.getLocalPort()).isEqualTo(port);
            assertThatThrownBy(() -> ProbeSockets.open(request(port), use))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("127.0.0.1:" + port);
        }
    }

    private static PreflightRequest request(int port) {
        return new PreflightRequest(
                new TransportSpec("tcp", Optional.empty(), Map.of(), 0),
                0,
                List.of(new Peer(0, "m0", "127.0.0.1", port)),
                "239.255.76.9",
                port,
                0,
                List.of());
    }

    @Test
    void manyConnectionsAreClosedAFewAtATimeSoThatPacketsAreAnsweredBetween() throws IOException {
        int port = FreePorts.take(1).getFirst();
        var use = new NetworkUse(false, true, OptionalInt.empty(), OptionalInt.empty());
        try (var sockets = ProbeSockets.open(request(port), use)) {
            for (int i = 0; i < FLOOD; i++) {
                strangers.add(new Socket(InetAddress.getLoopbackAddress(), port));
            }

            int left = FLOOD;
            while (left > ProbeSockets.ACCEPTED_AT_ONCE) {
                assertThat(sockets.hangUp()).isEqualTo(ProbeSockets.ACCEPTED_AT_ONCE);
                left -= ProbeSockets.ACCEPTED_AT_ONCE;
            }
            assertThat(sockets.hangUp()).isEqualTo(left);
            assertThat(sockets.hangUp()).isZero();
        }
    }
}
