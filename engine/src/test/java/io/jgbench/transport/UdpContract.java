package io.jgbench.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The contract where nothing is sent again: so few messages that the sockets' buffers hold them all. */
abstract class UdpContract extends TransportContract {
    private static final int LARGEST = 65499;

    @Override
    int largestMessageBytes() {
        return LARGEST;
    }

    @Override
    int manyMessages() {
        // 3 streams of 40 messages fit into the 208 KiB that Linux grants where nothing is tuned.
        return 40;
    }

    @Test
    void reliabilityIsNotClaimed() {
        assertThat(newTransport().reliable()).isFalse();
    }

    @Test
    void datagramIsAsLargeAsItsMessageAndHeader() {
        assertThat(newTransport().networkUse(spec(), 5_000).largestDatagramBytes())
                .hasValue(5_008);
        assertThat(newTransport().networkUse(spec(), 0).largestDatagramBytes()).isEmpty();
    }

    @Test
    void messageThatDoesNotFitADatagramIsRefusedWithTheLimit() {
        assertThatThrownBy(() -> newTransport().check(spec(), 70_000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("65499")
                .hasMessageContaining("70000");
    }
}
