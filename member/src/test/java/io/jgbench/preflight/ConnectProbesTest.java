package io.jgbench.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.preflight.PreflightLimits;
import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.protocol.PreflightRequest;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.testing.FreePorts;
import io.jgbench.transport.NetworkUse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConnectProbesTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final int OTHERS = 255;

    /** A listener that accepts nothing: its kernel drops what comes once its queue, of two, is full. */
    @Test
    void addressesThatDoNotAnswerHaveAllFailedBeforeThePreflightEnds() throws Exception {
        try (var listening = new ServerSocket(0, 1, LOOPBACK);
                var first = new Socket(LOOPBACK, listening.getLocalPort());
                var second = new Socket(LOOPBACK, listening.getLocalPort());
                var sockets = sockets()) {
            assertThat(first.isConnected() && second.isConnected()).isTrue();
            var silent = new InetSocketAddress(LOOPBACK, listening.getLocalPort());
            var connects = Stream.generate(() -> new ConnectProbe(silent))
                    .limit(OTHERS)
                    .toList();
            var probes = new ConnectProbes(connects);

            long began = 1;
            long now = began;
            while (!probes.isDone()) {
                long due = probes.advance(now, sockets);
                now = due == Long.MAX_VALUE ? now : due;
            }

            assertThat(connects)
                    .allSatisfy(connect -> assertThat(connect.failure()).hasValue("no answer within 3.5 s"));
            assertThat(Duration.ofNanos(now - began)).isLessThan(PreflightLimits.LONGEST);
        }
    }

    private static ProbeSockets sockets() throws IOException {
        int port = FreePorts.take(1).getFirst();
        return ProbeSockets.open(
                new PreflightRequest(
                        new TransportSpec("tcp", Optional.empty(), Map.of(), 0),
                        0,
                        List.of(new Peer(0, "m0", "127.0.0.1", port)),
                        "239.255.76.9",
                        port,
                        0,
                        List.of()),
                new NetworkUse(false, true, OptionalInt.empty(), OptionalInt.empty()));
    }
}
