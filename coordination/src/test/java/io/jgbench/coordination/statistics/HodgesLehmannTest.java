package io.jgbench.coordination.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HodgesLehmannTest {

    /** Hollander and Wolfe's depression scores, as R's documentation of wilcox.test has them. */
    static final double[] FIRST = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};

    static final double[] SECOND = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};

    @Test
    void estimateAndIntervalOfAPublishedExampleAreThoseOfR() {
        double[] differences = new double[FIRST.length];
        for (int i = 0; i < FIRST.length; i++) {
            differences[i] = FIRST[i] - SECOND[i];
        }

        var location = HodgesLehmann.of(differences);

        assertThat(location.estimate()).isCloseTo(0.46, within(1e-9));
        var interval = location.interval(0.95).orElseThrow();
        assertThat(interval.low()).isCloseTo(0.010, within(1e-9));
        assertThat(interval.high()).isCloseTo(0.786, within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 7, 8, 40, 201, 300})
    void estimateAndIntervalAreThoseOfTheSortedMeansWhicheverIsAskedFirst(int count) {
        double[] values = new Random(count).doubles(count).toArray();
        double[] means = IntStream.range(0, count)
                .boxed()
                .flatMapToDouble(i -> IntStream.range(i, count).mapToDouble(j -> (values[i] + values[j]) / 2))
                .sorted()
                .toArray();
        int low = (int) SignedRanks.lowerCritical(count, 0.025) - 1;
        var expected = new Interval(means[low], means[means.length - 1 - low], 0.95);

        var location = HodgesLehmann.of(values);

        assertThat(location.interval(0.95)).hasValue(expected);
        assertThat(location.estimate()).isEqualTo(Medians.ofSorted(means));
        assertThat(location.interval(0.95)).hasValue(expected);
        assertThat(HodgesLehmann.of(values).estimate()).isEqualTo(Medians.ofSorted(means));
    }

    @ParameterizedTest
    @CsvSource({"0.90, 5", "0.95, 6", "0.99, 8"})
    void intervalNeedsSomeValuesAndThenSpansAllOfThem(double confidence, int least) {
        double[] values = new double[least];
        for (int i = 0; i < least; i++) {
            values[i] = i * i;
        }

        assertThat(HodgesLehmann.leastValues(confidence)).isEqualTo(least);
        assertThat(HodgesLehmann.of(Arrays.copyOf(values, least - 1)).interval(confidence))
                .isEmpty();
        var interval = HodgesLehmann.of(values).interval(confidence).orElseThrow();
        assertThat(interval.low()).isEqualTo(values[0]);
        assertThat(interval.high()).isEqualTo(values[least - 1]);
    }

    @Test
    void intervalHoldsTheTrueValueAsOftenAsItSays() {
        var random = new Random(1);
        int held = 0;
        int samples = 4000;
        for (int i = 0; i < samples; i++) {
            double[] values = new double[10];
            for (int j = 0; j < values.length; j++) {
                values[j] = 100 + 5 * random.nextGaussian();
            }
            held += HodgesLehmann.of(values).interval(0.95).orElseThrow().holds(100) ? 1 : 0;
        }

        // with 10 values the exact share is 0.951
        assertThat(held / (double) samples).isBetween(0.94, 0.965);
    }

    @Test
    void manyValuesTakeTheNormalDistribution() {
        var random = new Random(2);
        double[] values = new double[300];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextGaussian();
        }

        var interval = HodgesLehmann.of(values).interval(0.95).orElseThrow();

        // 2 * 1.96 * sqrt(pi / 3 / 300)
        assertThat(interval.high() - interval.low()).isCloseTo(0.232, within(0.05));
    }
}
