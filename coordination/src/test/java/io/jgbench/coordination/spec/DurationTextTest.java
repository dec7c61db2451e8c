package io.jgbench.coordination.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {
    /** The API takes 32 characters. */
    private static final String TOO_LONG = "1s1s1s1s1s1s1s1s1s1s1s1s1s1s1s1s1s";

    @ParameterizedTest
    @CsvSource({
        "2m, PT2M",
        "1m30s, PT1M30S",
        "500ms, PT0.5S",
        "7us, PT0.000007S",
        "24h, PT24H",
        "0s, PT0S",
        "1h1m1s1ms1us," + " PT1H1M1.001001S",
    })
    void readsNumbersWithUnits(String text, Duration duration) {
        assertThat(DurationText.parse(text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "10", "1.5s", "-1s", "1 m", "2min", "PT2M", "s", "1d", TOO_LONG})
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> DurationText.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be a duration such as 2m, 1m30s or 500ms");
    }

    @Test
    void endlessTextIsRefused() {
        assertThatThrownBy(() -> DurationText.parse("1s".repeat(100_000)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be a duration such as 2m, 1m30s or 500ms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"999999999999999999h", "999999999999999999us", "999999999999999999m"})
    void whatNoClockCountsIsRefused(String text) {
        assertThatThrownBy(() -> DurationText.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("must be a duration of less than");
    }
}
