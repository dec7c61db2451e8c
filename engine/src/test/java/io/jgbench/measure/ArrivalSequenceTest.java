package io.jgbench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class ArrivalSequenceTest {
    private static final double SECOND_NANOS = 1e9;
    private static final int BLOCK = PoissonArrivals.BLOCK;

    @Property
    void staggeredUnitsKeepTheirDistanceAndTheirPhase(
            @ForAll @IntRange(min = 1, max = 1_000_000) int rate, @ForAll @IntRange(min = 0, max = 99) int percent) {
        ArrivalSequence staggered = ArrivalSequence.staggered(rate, percent / 100.0);
        ArrivalSequence even = ArrivalSequence.even(rate);

        assertThat(staggered.afterBeginNanos(0)).isZero();
        assertThat(staggered.afterBeginNanos(7) - even.afterBeginNanos(7))
                .isBetween(
                        (long) (percent / 100.0 * SECOND_NANOS / rate) - 1,
                        (long) (percent / 100.0 * SECOND_NANOS / rate) + 1);
        assertThat(staggered.afterBeginNanos(8) - staggered.afterBeginNanos(7))
                .isBetween((long) (SECOND_NANOS / rate) - 1, (long) (SECOND_NANOS / rate) + 1);
    }

    @Property(tries = 20)
    void poissonArrivalsGoForwardAndKeepTheRateFromBlockToBlock(
            @ForAll @IntRange(min = 1, max = 1_000_000) int rate,
            @ForAll long seed,
            @ForAll @LongRange(min = 1, max = 1000) long block) {
        ArrivalSequence poisson = ArrivalSequence.poisson(rate, seed);
        double blockNanos = BLOCK * SECOND_NANOS / rate;

        assertThat(poisson.afterBeginNanos(0)).isZero();
        assertThat(LongStream.range(0, 3 * BLOCK).map(poisson::afterBeginNanos).toArray())
                .isSorted();
        assertThat((double) poisson.afterBeginNanos(block * BLOCK))
                .isBetween(block * blockNanos - 1, (block + 1) * blockNanos);
        assertThat((double) poisson.afterBeginNanos(block * BLOCK - 1))
                .isBetween((block - 1) * blockNanos - 1, block * blockNanos);
    }

    @Test
    void gapsOfPoissonArrivalsAreSpreadAsTheirMean() {
        ArrivalSequence poisson = ArrivalSequence.poisson(1000, 42);
        double[] gapsMillis = LongStream.range(0, 60_000)
                .mapToDouble(n -> (poisson.afterBeginNanos(n + 1) - poisson.afterBeginNanos(n)) / 1e6)
                .toArray();
        double mean = LongStream.range(0, gapsMillis.length)
                .mapToDouble(i -> gapsMillis[(int) i])
                .average()
                .orElseThrow();
        double variance = LongStream.range(0, gapsMillis.length)
                .mapToDouble(i -> Math.pow(gapsMillis[(int) i] - mean, 2))
                .average()
                .orElseThrow();
        long longerThanTwo = LongStream.range(0, gapsMillis.length)
                .filter(i -> gapsMillis[(int) i] > 2)
                .count();

        // exponential: standard deviation 1, e^-2 of the gaps longer than two means
        assertThat(mean).isBetween(0.99, 1.01);
        assertThat(Math.sqrt(variance)).isBetween(0.97, 1.03);
        assertThat((double) longerThanTwo / gapsMillis.length).isBetween(0.125, 0.145);
    }

    @Test
    void anotherSeedGivesOtherInstants() {
        assertThat(ArrivalSequence.poisson(1000, 1).afterBeginNanos(5))
                .isNotEqualTo(ArrivalSequence.poisson(1000, 2).afterBeginNanos(5));
        assertThat(ArrivalSequence.poisson(1000, 1).afterBeginNanos(5))
                .isEqualTo(ArrivalSequence.poisson(1000, 1).afterBeginNanos(5));
    }
}
