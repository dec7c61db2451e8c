package io.jgbench.local.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class DropCountersTest {

    private static final String TC = """
            [{"kind":"noqueue","handle":"0:","dev":"port1","root":true,"drops":0},
             {"kind":"tbf","handle":"1:","dev":"port10","root":true,"options":{"rate":125000},"drops":94}]
            """;

    @Test
    void dropsOfAQueueAreThoseOfItsDeviceAlone() throws IOException {
        assertThat(DropCounters.ofQueue(TC, "port10")).isEqualTo(94);
        assertThat(DropCounters.ofQueue(TC, "port1")).isZero();
    }

    @Test
    void deviceThatIsNotThereIsAFailureAndNotZero() {
        assertThatThrownBy(() -> DropCounters.ofQueue(TC, "port2"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("port2");
        assertThatThrownBy(() -> DropCounters.ofSending(List.of("  lo: 0"), "port2"))
                .isInstanceOf(IOException.class)
                .hasMessage("interface port2 has no statistics");
    }

    @Test
    void dropsOnSendingAreTheFourthColumnOfWhatWasTransmitted() throws IOException {
        var lines = List.of(" port1: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16");

        assertThat(DropCounters.ofSending(lines, "port1")).isEqualTo(12);
    }
}
