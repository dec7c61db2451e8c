package io.jgbench.coordination.words;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.result.Latency;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class FigureLinesTest {
    private static final int WIDE = 120;

    @Test
    void latencyOfAFewMicrosecondsHasADigitMoreThanOneOfMilliseconds() {
        Histogram nanos = new Histogram(3);
        nanos.recordValueWithCount(10_400, 900);
        nanos.recordValueWithCount(2_000_000, 100);

        assertThat(latency(Latency.of(nanos)))
                .startsWith("Round trip    p50 0.0104 ms, p90 0.0104 ms, p99 2.001 ms, p99.9 2.001 ms, max 2.001 ms");
    }

    @Test
    void latencyOfAnEarlierVersionIsShownAsItWasRounded() {
        assertThat(latency(Optional.of(new Latency(1000, 11, 11, 2000, 2000, 2000, Optional.empty()))))
                .startsWith("Round trip    p50 0.011 ms, p90 0.011 ms, p99 2.000 ms, p99.9 2.000 ms, max 2.000 ms");
    }

    private static String latency(Optional<Latency> latency) {
        var lines = new FigureLines();
        lines.latency("Round trip", latency, "calls");
        return lines.lines(WIDE).getFirst();
    }
}
