package io.jgbench.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.Selector;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ConnectProbeTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    /** The kernel connects by itself, and is not asked before the time for it is over. */
    @Test
    void connectionThatStandsCountsHoweverLateTheThreadLooks() throws Exception {
        try (var listening = new ServerSocket(0, 1, LOOPBACK);
                var selector = Selector.open()) {
            var probe = new ConnectProbe(new InetSocketAddress(LOOPBACK, listening.getLocalPort()));
            probe.begin(LOOPBACK, selector, 1);

            probe.advance(Duration.ofMinutes(1).toNanos());

            assertThat(probe.failure()).isEmpty();
            assertThat(probe.connectNanos()).isPresent();
        }
    }
}
