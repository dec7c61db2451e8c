package io.jgbench.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PendingConnectionsTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final PendingConnections<String> pending = new PendingConnections<>(3, Duration.ofSeconds(5));

    @Test
    void floodFromOneAddressPutsOutItsOwnConnectionsOnly() throws Exception {
        pending.add("driver", address(1), 0);
        pending.add("a", address(2), 1);
        pending.add("b", address(2), 2);

        assertThat(pending.add("c", address(2), 3)).contains("a");
        assertThat(pending.add("d", address(2), 4)).contains("b");
        assertThat(pending.size()).isEqualTo(3);
        assertThat(pending.remove("driver")).isTrue();
    }

    @Test
    void oldestIsPutOutWhereAllAddressesHaveAsMany() throws Exception {
        pending.add("a", address(1), 0);
        pending.add("b", address(2), 1);
        pending.add("c", address(3), 2);

        assertThat(pending.add("d", address(4), 3)).contains("a");
        assertThat(pending.remove("a")).as("a is still pending").isFalse();
    }

    @Test
    void connectionIsOverdueWhenItsTimeHasPassed() throws Exception {
        assertThat(pending.nanosUntilOverdue(0)).isEmpty();
        pending.add("a", address(1), 0);
        pending.add("b", address(1), SECOND);

        assertThat(pending.nanosUntilOverdue(SECOND)).hasValue(4 * SECOND);
        assertThat(pending.removeOverdue(5 * SECOND - 1)).isEmpty();
        assertThat(pending.removeOverdue(5 * SECOND)).containsExactly("a");
        assertThat(pending.remove("a")).isFalse();
        assertThat(pending.nanosUntilOverdue(7 * SECOND)).hasValue(0);
        assertThat(pending.removeAll()).containsExactly("b");
        assertThat(pending.size()).isZero();
    }

    @Test
    void boundBelowOneIsRefused() {
        assertThatThrownBy(() -> new PendingConnections<String>(0, Duration.ofSeconds(5)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 1");
    }

    private static InetAddress address(int last) throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last});
    }
}
