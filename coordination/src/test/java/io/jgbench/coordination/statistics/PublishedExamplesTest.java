package io.jgbench.coordination.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Values that books and R's documentation give. */
class PublishedExamplesTest {

    /** R: {@code p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")}. */
    @Test
    void holmsCorrectionIsThatOfR() {
        assertThat(Holm.adjusted(0.01, 0.04, 0.03, 0.005))
                .containsExactly(new double[] {0.03, 0.06, 0.06, 0.02}, within(1e-12));
        assertThat(Holm.adjusted(0.7, 0.9)).containsExactly(1, 1);
        assertThat(Holm.adjusted()).isEmpty();
    }

    /** Hollander and Wolfe's canned tuna, R's documentation of cor.test: T = 26, p-value = 0.1194. */
    @Test
    void pValueOfADriftIsKendalls() {
        var drift = Drift.of(2.5, 4.0, 2.6, 3.6, 2.8, 3.1, 5.2, 5.0, 3.8).orElseThrow();

        assertThat(drift.pValue()).isCloseTo(0.1194, within(0.00005));
        assertThat(drift.changePermille()).isPositive();
        assertThat(drift.isSignificant()).isFalse();
    }

    @Test
    void strictestOrderOfFiveIsOneOfSixty() {
        assertThat(Drift.of(5, 4, 3, 2, 1).orElseThrow().pValue()).isCloseTo(2.0 / 120, within(1e-12));
        assertThat(Drift.of(5, 4, 3, 2, 1).orElseThrow().changePermille()).isCloseTo(-4000.0 / 3, within(1e-9));
        assertThat(Drift.of(4, 3, 2, 1)).isEmpty();
        assertThat(Drift.of(0, 0, 0, 0, 0)).isEmpty();
    }

    @Test
    void equalValuesDoNotDrift() {
        assertThat(Drift.of(3, 3, 3, 3, 3, 3).orElseThrow().pValue()).isEqualTo(1);
        assertThat(Drift.of(1, 1, 2, 2, 3, 3, 4, 4, 5, 5).orElseThrow().isSignificant())
                .isTrue();
    }

    @Test
    void valueFarFromTheOthersIsAnOutlier() {
        assertThat(Outliers.of(100, 101, 99, 100.5, 70, 100)).containsExactly(4);
        assertThat(Outliers.of(100, 101, 99, 100.5, 98, 102)).isEmpty();
        assertThat(Outliers.of(1, 1, 1, 1, 9)).isEmpty();
    }

    /** Hollander and Wolfe's depression scores, R's documentation of wilcox.test: two-sided p-value = 0.03906. */
    @Test
    void pValueOfPairsIsThatOfR() {
        double[] first = new double[HodgesLehmannTest.FIRST.length];
        double[] second = new double[first.length];
        for (int i = 0; i < first.length; i++) {
            first[i] = Math.exp(HodgesLehmannTest.FIRST[i]);
            second[i] = Math.exp(HodgesLehmannTest.SECOND[i]);
        }

        var effect = PairedEffect.of(second, first, 0.95);

        assertThat(effect.pValue()).isCloseTo(0.03906, within(0.000005));
        assertThat(effect.change()).isCloseTo(Math.expm1(0.46), within(1e-9));
        assertThat(effect.interval().orElseThrow().high()).isCloseTo(Math.expm1(0.786), within(1e-9));
    }

    @Test
    void percentileOfAllRoundsLiesInItsIntervalAndRoundsThatDifferWidenIt() {
        List<Histogram> alike = new Random(3)
                .longs(8, 0, 1000)
                .mapToObj(seed -> latencies(seed, 1.0))
                .toList();
        List<Histogram> apart = new Random(4)
                .longs(8, 0, 1000)
                .mapToObj(seed -> latencies(seed, 1.0 + (double) (seed % 5)))
                .toList();

        var narrow = PercentileIntervals.of(alike, new double[] {50, 99}, new Random(5));
        var wide = PercentileIntervals.of(apart, new double[] {50, 99}, new Random(5));

        assertThat(narrow.interval(1, 0.95).orElseThrow().holds(narrow.value(1)))
                .isTrue();
        assertThat(wide.interval(1, 0.95).orElseThrow().holds(wide.value(1))).isTrue();
        assertThat(wide.interval(0, 0.95).orElseThrow().halfWidth() / wide.value(0))
                .isGreaterThan(5 * narrow.interval(0, 0.95).orElseThrow().halfWidth() / narrow.value(0));
        assertThat(PercentileIntervals.of(alike.subList(0, 5), new double[] {50}, new Random(5))
                        .interval(0, 0.95))
                .isEmpty();
        assertThat(narrow.merged().getTotalCount()).isEqualTo(8 * 1000);
    }

    private static Histogram latencies(long seed, double factor) {
        var histogram = new Histogram(2);
        new Random(seed)
                .doubles(1000)
                .forEach(each -> histogram.recordValue(Math.round(-Math.log(1 - each) * factor * 100_000)));
        return histogram;
    }
}
