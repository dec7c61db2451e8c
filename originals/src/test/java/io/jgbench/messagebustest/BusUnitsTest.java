package io.jgbench.messagebustest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BusUnitsTest {

    @ParameterizedTest
    @CsvSource({"4096, 4096", "4K, 4096", "4KB, 4096", "1mb, 1048576", "0, 0"})
    void sizesHaveUnitsOf1024(String text, long bytes) {
        assertThat(BusUnits.bytes("-msgSize", text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"100, 100000000", "100MBps, 100000000", "1Gbps, 125000000", "1.5MB, 1500000", "800bps, 100"})
    void ratesAreMegabytesPerSecondUnlessTheySayOtherwise(String text, long bytesPerSecond) {
        assertThat(BusUnits.bytesPerSecond("-txRate", text)).isEqualTo(bytesPerSecond);
    }

    @ParameterizedTest
    @CsvSource({"5, 5000", "5s, 5000", "500ms, 500", "1m, 60000"})
    void timesHaveUnits(String text, long millis) {
        assertThat(BusUnits.time("-reportInterval", text, "s")).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @CsvSource({"0, 0B", "744, 744B", "2240, 2.18KB", "49152, 48KB", "460000, 449KB"})
    void sizesArePrintedWithThreeDigits(double bytes, String text) {
        assertThat(BusUnits.size(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"267500000, 2.14gb/s", "2675000, 21.4mb/s", "72875000, 583mb/s", "0, 0b/s"})
    void ratesArePrintedInBits(double bytesPerSecond, String text) {
        assertThat(BusUnits.rate(bytesPerSecond)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"810710, 810.71us", "1400000, 1.40ms", "457250000, 457.25ms", "500, 500ns"})
    void timesArePrintedWithTheUnitThatFits(double nanos, String text) {
        assertThat(BusUnits.time(nanos)).isEqualTo(text);
    }

    @Test
    void whatIsNoSizeIsNamedWithItsOption() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BusUnits.bytes("-msgSize", "big"))
                .withMessage("-msgSize expects a size such as 4096, 4K or 1MB, got: big");
    }
}
