package io.jgbench.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.protocol.PreflightRequest;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.testing.FreePorts;
import io.jgbench.transport.NetworkUse;
import java.io.IOException;
import java.net.InetAddress;
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
    void manyConnectionsAreClosedAFewAtATimeSoThatPacketsAreAnsweredBetween() throws IOException {
        int port = FreePorts.take(1).getFirst();
        var request = new PreflightRequest(
                new TransportSpec("tcp", Optional.empty(), Map.of(), 0),
                0,
                List.of(new Peer(0, "m0", "127.0.0.1", port)),
                "239.255.76.9",
                port);
        var use = new NetworkUse(false, true, OptionalInt.empty(), OptionalInt.empty());
        try (var sockets = ProbeSockets.open(request, use)) {
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
