package io.jgbench.coordination.steady;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AveragePrecisionTest {
    private static final double TRUE_RATE = 1000;

    @Test
    void averageOfAnEvenRateIsKnown() {
        assertThat(AveragePrecision.of(series(60, _ -> 1000))).hasValue(new AveragePrecision(0, 1000, 1000));
    }

    @Test
    void averageOfARateThatAlternatesFromPartToPartIsKnownToAnEighth() {
        var precision = AveragePrecision.of(series(100, i -> i / 10 % 2 == 0 ? 1000 : 1400))
                .orElseThrow();

        assertThat(precision.halfWidth()).isCloseTo(0.1257, within(0.0001));
        assertThat(precision.lowest()).isEqualTo(1000);
        assertThat(precision.highest()).isEqualTo(1400);
    }

    @Test
    void tooFewRatesOrNoneAtAllTellNothing() {
        assertThat(AveragePrecision.of(series(9, i -> i))).isEmpty();
        assertThat(AveragePrecision.of(series(60, _ -> 0))).isEmpty();
    }

    @Test
    void fourTimesAsLongHalvesTheError() {
        assertThat(new AveragePrecision(0.2, 0, 0).timesAsLong(0.1)).isCloseTo(4, within(1e-9));
    }

    @Test
    void intervalHoldsTheTrueAverageInNinetyFiveOfAHundredSeries() {
        var random = new Random(20261129);

        assertThat(covered(() -> series(57, _ -> TRUE_RATE + 300 * random.nextGaussian())))
                .isBetween(0.94, 0.96);
    }

    /** As where a queue fills and empties: each rate is half of what the last one was away. */
    @Test
    void intervalHoldsItNearlyAsOftenWhereNeighboursDependOnEachOther() {
        var random = new Random(20261129);

        assertThat(covered(() -> dependent(random, 60))).isBetween(0.90, 0.96);
    }

    @ParameterizedTest
    @ValueSource(strings = {"udp", "tcp", "jgroups-tcp"})
    void averageOfTwentySecondsOfSteadyMembersIsKnownToATenth(String stack) throws IOException {
        assertThat(halfWidths(Recording.of(stack), 20)).allMatch(halfWidth -> halfWidth < 0.105);
    }

    /** JGroups' own stack over UDP drops messages on two cores, and sends them again half a second later. */
    @Test
    void averageOfAStackThatGoesUpAndDownIsKnownToATenthAfterMuchLonger() throws IOException {
        var recording = Recording.of("jgroups-udp");

        assertThat(halfWidths(recording, 20))
                .filteredOn(halfWidth -> halfWidth > 0.1)
                .hasSizeGreaterThan(70);
        assertThat(halfWidths(recording, 60)).allMatch(halfWidth -> halfWidth < 0.2);
    }

    /** Of all stretches of a length in which members are warm. */
    private static List<Double> halfWidths(Recording recording, int seconds) {
        int warm = 75;
        return IntStream.range(warm, recording.readings().size() - seconds)
                .mapToObj(from -> series(seconds, i -> recording.unitsPerSecond(from + i, from + i + 1)))
                .map(rates -> AveragePrecision.of(rates).orElseThrow().halfWidth())
                .toList();
    }

    private static double covered(Supplier<double[]> series) {
        int all = 5_000;
        long holding = IntStream.range(0, all)
                .filter(_ -> {
                    double[] rates = series.get();
                    double average = Arrays.stream(rates).average().orElseThrow();
                    double halfWidth = AveragePrecision.of(rates).orElseThrow().halfWidth() * average;
                    return Math.abs(average - TRUE_RATE) <= halfWidth;
                })
                .count();
        return (double) holding / all;
    }

    private static double[] dependent(Random random, int length) {
        double away = 0;
        double[] rates = new double[length];
        for (int i = 0; i < length; i++) {
            away = away / 2 + 200 * random.nextGaussian();
            rates[i] = TRUE_RATE + away;
        }
        return rates;
    }

    private static double[] series(int length, IntToDoubleFunction rate) {
        return IntStream.range(0, length).mapToDouble(rate).toArray();
    }
}
