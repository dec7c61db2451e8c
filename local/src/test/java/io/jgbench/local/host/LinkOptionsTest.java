package io.jgbench.local.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinkOptionsTest {

    @ParameterizedTest
    @CsvSource({
        "1Gbit, 1000000000",
        "100Mbit, 100000000",
        "2.5 gbit, 2500000000",
        "64kbit, 64000",
        "10Mbit/s, 10000000",
        "10mbps, 10000000"
    })
    void rateIsReadInStepsOfThousand(String text, long bitsPerSecond) {
        assertThat(LinkOptions.rateBitsPerSecond(text)).isEqualTo(bitsPerSecond);
    }

    @ParameterizedTest
    @CsvSource({"50ms, 50000000", "0.5s, 500000000", "1500us, 1500000"})
    void queueIsReadAsATime(String text, long nanos) {
        assertThat(LinkOptions.queue(text)).isEqualTo(Duration.ofNanos(nanos));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fast", "-1Mbit", "100", "100MB", "1e3Mbit", "0.0000001kbit"})
    void whatIsNoRateIsRefusedWithAnExample(String text) {
        assertThatThrownBy(() -> LinkOptions.rateBitsPerSecond(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("link-rate ")
                .hasMessageNotContaining("\n");
    }

    @Test
    void messagesNameTheRuleAGoodValueAndWhatWasFound() {
        assertThatThrownBy(() -> LinkOptions.rateBitsPerSecond("100MB"))
                .hasMessage("link-rate must have the unit kbit, Mbit or Gbit, such as 100Mbit, got: 100MB");
        assertThatThrownBy(() -> LinkOptions.queue("50"))
                .hasMessage("link-queue must have the unit us, ms or s, such as 50ms, got: 50");
        assertThatThrownBy(() -> LinkOptions.queue(" "))
                .hasMessage("link-queue must be a time such as 50ms, got: nothing");
        assertThatThrownBy(() -> LinkOptions.queue("0.0001us")).hasMessage("link-queue is out of range: 0.0001us");
        assertThatThrownBy(
                        () -> new LinkSettings(OptionalLong.of(1000), LinkSettings.DEFAULT_QUEUE, OptionalInt.empty()))
                .hasMessage("link-rate must be between 1Mbit and 100Gbit, got: 1000 bit/s");
        assertThatThrownBy(() -> new LinkSettings(OptionalLong.empty(), Duration.ZERO, OptionalInt.empty()))
                .hasMessage("link-queue must be between 1ms and 10s, got: 0ns");
        assertThatThrownBy(
                        () -> new LinkSettings(OptionalLong.empty(), LinkSettings.DEFAULT_QUEUE, OptionalInt.of(100)))
                .hasMessage("mtu must be between 576 and 9216 bytes, got: 100");
    }

    @Test
    void queueThatHoldsMoreThanTheKernelCountsIsRefused() {
        assertThatThrownBy(() -> queueAtTenGigabits(Duration.ofSeconds(10)))
                .hasMessage(
                        "link-queue at link-rate must hold at most 4294967295 bytes, got: 10 s at 10000000000 bit/s;"
                                + " give a link-queue of 3435ms or less");
        assertThatThrownBy(() -> queueAtTenGigabits(Duration.ofMillis(3436))).hasMessageContaining("3435ms or less");
        assertThat(queueAtTenGigabits(Duration.ofMillis(3435)).queue()).isEqualTo(Duration.ofMillis(3435));
    }

    private static LinkSettings queueAtTenGigabits(Duration queue) {
        return new LinkSettings(OptionalLong.of(10_000_000_000L), queue, OptionalInt.empty());
    }
}
