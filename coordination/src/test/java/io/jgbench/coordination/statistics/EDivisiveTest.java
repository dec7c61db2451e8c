package io.jgbench.coordination.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.coordination.statistics.EDivisive.ChangePoint;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class EDivisiveTest {

    /** A level that moves by ten deviations or more is found at the very value where it does. */
    @Property(tries = 60)
    void plantedShiftIsFoundWhereItIs(
            @ForAll @IntRange(min = 6, max = 25) int before,
            @ForAll @IntRange(min = 6, max = 25) int after,
            @ForAll @DoubleRange(min = 0.1, max = 0.5) double shift,
            @ForAll boolean isUp,
            @ForAll long seed) {
        var random = new Random(seed);
        double[] series = new double[before + after];
        for (int i = 0; i < series.length; i++) {
            double level = i < before ? 1 : isUp ? 1 + shift : 1 - shift;
            series[i] = 100_000 * level * (1 + 0.01 * clipped(random));
        }

        List<ChangePoint> found = EDivisive.USUAL.changePoints(series);

        assertThat(found).extracting(ChangePoint::index).contains(before);
    }

    @Property(tries = 60)
    void changesAreOrderedApartAndTheSameEachTime(@ForAll @IntRange(min = 0, max = 40) int count, @ForAll long seed) {
        var random = new Random(seed);
        double[] series = random.doubles(count)
                .map(value -> value < 0.3 ? value * 9 : value)
                .toArray();

        List<ChangePoint> found = EDivisive.USUAL.changePoints(series);

        assertThat(EDivisive.USUAL.changePoints(series)).isEqualTo(found);
        int last = 0;
        for (ChangePoint change : found) {
            assertThat(change.index()).isBetween(last + EDivisive.LEAST_PART, count - EDivisive.LEAST_PART);
            assertThat(change.pValue()).isPositive().isLessThanOrEqualTo(0.01);
            last = change.index();
        }
    }

    @Test
    void seriesWithoutAChangeIsHardlyEverClaimedToHaveOne() {
        int claimed = 0;
        var random = new Random(11);
        for (int i = 0; i < 200; i++) {
            double[] series = random.doubles(30)
                    .map(_ -> 1000 * (1 + 0.05 * random.nextGaussian()))
                    .toArray();
            claimed += EDivisive.USUAL.changePoints(series).isEmpty() ? 0 : 1;
        }

        assertThat(claimed).isLessThanOrEqualTo(8);
    }

    @Test
    void severalLevelsHaveAChangeBetweenEachTwo() {
        var random = new Random(7);
        double[] series = new double[60];
        for (int i = 0; i < series.length; i++) {
            double level = i < 20 ? 100 : i < 35 ? 80 : 120;
            series[i] = level + random.nextGaussian();
        }

        assertThat(EDivisive.USUAL.changePoints(series))
                .extracting(ChangePoint::index)
                .containsExactly(20, 35);
    }

    @Test
    void oneValueFarFromTheOthersIsNoChangeOfLevel() {
        double[] series = {100, 101, 99, 100, 102, 98, 100, 50, 101, 100, 99, 101, 100, 102, 99, 100};

        assertThat(EDivisive.USUAL.changePoints(series)).isEmpty();
    }

    @Test
    void fewOrEqualValuesHaveNoChange() {
        assertThat(EDivisive.USUAL.changePoints()).isEmpty();
        assertThat(EDivisive.USUAL.changePoints(1, 2, 3)).isEmpty();
        assertThat(EDivisive.USUAL.changePoints(1, 1, 9, 9)).isEmpty();
        assertThat(EDivisive.USUAL.changePoints(5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5))
                .isEmpty();
    }

    @Test
    void shortestSeriesInWhichAChangeCanBeFoundHasOneAndTheNextShorterHasNone() {
        assertThat(EDivisive.leastLength(0.01)).isEqualTo(10);
        assertThat(EDivisive.leastLength(0.05)).isEqualTo(8);
        assertThat(EDivisive.leastLength(0.9)).isEqualTo(2 * EDivisive.LEAST_PART);
        assertThat(EDivisive.USUAL.changePoints(101, 102, 103, 104, 105, 901, 902, 903, 904, 905))
                .extracting(ChangePoint::index)
                .containsExactly(5);
        assertThat(EDivisive.USUAL.changePoints(101, 102, 103, 104, 901, 902, 903, 904, 905))
                .isEmpty();
        assertThatThrownBy(() -> EDivisive.leastLength(0))
                .hasMessage("significance must be above 0 and below 1, got: 0.0");
    }

    @Test
    void testThatCanFindNothingIsRefused() {
        assertThatThrownBy(() -> new EDivisive(0.01, 50, 1))
                .hasMessage("a permutation test with significance 0.01 needs at least 99.0 permutations, got: 50");
    }

    private static double clipped(Random random) {
        return Math.max(-2, Math.min(2, random.nextGaussian()));
    }
}
