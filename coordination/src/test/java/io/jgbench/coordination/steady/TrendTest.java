package io.jgbench.coordination.steady;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrendTest {

    @Test
    void risingRatesHaveTheirRiseFromBeginToEnd() {
        Trend trend = Trend.of(rates(21, i -> 1000 + 10.0 * i)).orElseThrow();

        assertThat(trend.perInterval()).isEqualTo(10);
        assertThat(trend.change()).isCloseTo(200.0 / 1100, within(1e-9));
    }

    @Test
    void oneOutlierMakesNoTrendAndHidesNone() {
        assertThat(Trend.of(rates(20, i -> i == 19 ? 5000 : 1000 + i % 2))).isEmpty();
        assertThat(Trend.of(rates(20, i -> i == 0 ? 5000 : 1000 + 10.0 * i))).isPresent();
    }

    @Test
    void tooFewIntervalsTellNothing() {
        assertThat(Trend.of(rates(Trend.LEAST_INTERVALS - 1, i -> 1000 + 100.0 * i)))
                .isEmpty();
    }

    @Test
    void noiseAloneIsATrendInAboutOneOfAHundred() {
        var random = new SplittableRandom(42);

        long found = IntStream.range(0, 2000)
                .filter(_ -> Trend.of(rates(20, _ -> 1000 + random.nextDouble() * 500))
                        .isPresent())
                .count();

        assertThat(found).isBetween(5L, 40L);
    }

    @Test
    void weekOfSecondsHasTheTrendOfItsMeans() {
        Trend trend = Trend.of(rates(604_800, i -> 1000 + 0.01 * i)).orElseThrow();

        assertThat(trend.perInterval()).isCloseTo(0.01, within(1e-9));
        assertThat(trend.change()).isCloseTo(6048 / 4024.0, within(0.01));
    }

    @Test
    void ratesOfZeroHaveNone() {
        assertThat(Trend.of(new double[20])).isEmpty();
    }

    private static double[] rates(int count, java.util.function.IntToDoubleFunction rate) {
        return IntStream.range(0, count).mapToDouble(rate).toArray();
    }
}
