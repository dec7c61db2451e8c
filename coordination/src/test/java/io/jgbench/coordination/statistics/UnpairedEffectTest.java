package io.jgbench.coordination.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnpairedEffectTest {

    /** A baseline of 6 and 10 figures now: however many follow, the interval is never narrower than by its own part. */
    @Test
    void moreFiguresOfOneSideNarrowTheIntervalAsFarAsTheOtherSideAllows() {
        double[] six = lognormal(new Random(1), 6, 0);
        double[] ten = lognormal(new Random(2), 10, 0);
        var effect = UnpairedEffect.of(six, ten, 0.99);

        assertThat(effect.rounds()).isEqualTo(10);
        assertThat(effect.roundsFor(1)).isCloseTo(10, within(1e-9));
        assertThat(effect.roundsFor(0.9)).isCloseTo(1 / (0.81 * (1.0 / 6 + 0.1) - 1.0 / 6), within(1e-9));
        assertThat(effect.roundsFor(0.7)).isInfinite();
    }

    /** Hollander and Wolfe's permeability of membranes, as in R's help of wilcox.test. */
    @Test
    void shiftIntervalAndProbabilityAreThoseOfAPublishedExample() {
        double[] atTerm = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
        double[] early = {1.15, 0.88, 0.90, 0.74, 1.21};

        var effect = UnpairedEffect.of(exponentials(early), exponentials(atTerm), 0.95);

        assertThat(Math.log1p(effect.change())).isCloseTo(0.305, within(1e-9));
        Interval interval = effect.interval().orElseThrow();
        assertThat(Math.log1p(interval.low())).isCloseTo(-0.15, within(1e-9));
        assertThat(Math.log1p(interval.high())).isCloseTo(0.76, within(1e-9));
        assertThat(effect.pValue()).isCloseTo(0.2544, within(1e-4));
    }

    @Test
    void intervalTakesEnoughFiguresOfBoth() {
        var few = UnpairedEffect.of(new double[] {1, 2, 3, 4}, new double[] {5, 6, 7, 8}, 0.99);
        var enough = UnpairedEffect.of(new double[] {1, 2, 3, 4, 5}, new double[] {5.5, 6, 7, 8, 9}, 0.99);

        assertThat(few.interval()).isEmpty();
        assertThat(few.leastRounds(0.99)).as("figures of B beside four of A").isEqualTo(6);
        assertThat(enough.interval()).isPresent();
    }

    @Test
    void intervalHoldsTheTruthAsOftenAsItSays() {
        var random = new Random(3);
        int missed = 0;
        for (int i = 0; i < 2000; i++) {
            double[] a = lognormal(random, 7, 0);
            double[] b = lognormal(random, 9, 0.1);
            boolean holds =
                    UnpairedEffect.of(a, b, 0.95).interval().orElseThrow().holds(Math.expm1(0.1));
            missed += holds ? 0 : 1;
        }

        assertThat(missed).isLessThanOrEqualTo(120);
    }

    @Test
    void manyFiguresAreTakenForNormal() {
        var random = new Random(5);

        var effect = UnpairedEffect.of(lognormal(random, 60, 0), lognormal(random, 60, 0.2), 0.99);

        assertThat(effect.interval().orElseThrow().holds(Math.expm1(0.2))).isTrue();
        assertThat(effect.interval().orElseThrow().halfWidth()).isLessThan(0.1);
    }

    @ParameterizedTest
    @ValueSource(ints = {19, 50, 51, 60, 1000})
    void moreRoundsAgainstABaselineOfTwoNeverLoseTheInterval(int rounds) {
        double[] now = IntStream.range(0, rounds)
                .mapToDouble(round -> 120 + round / 100.0)
                .toArray();

        var effect = UnpairedEffect.of(new double[] {100, 101}, now, 0.99);

        assertThat(effect.interval().orElseThrow().low()).isPositive();
        assertThat(effect.pValue())
                .as("one of all choices of two")
                .isCloseTo(2 / ((rounds + 2) * (rounds + 1) / 2.0), within(1e-12));
    }

    /** Where all of one side are below all of the other, that is one of C(10, 5) choices. */
    @Test
    void equalFiguresShareTheMeanOfTheirRanks() {
        double[] before = {100, 100, 101, 101, 102};

        assertThat(UnpairedEffect.of(before, new double[] {110, 110, 110, 111, 112}, 0.99)
                        .pValue())
                .isCloseTo(2 / 252.0, within(1e-12));
        assertThat(UnpairedEffect.of(before, new double[] {102, 110, 110, 111, 112}, 0.99)
                        .pValue())
                .isCloseTo(4 / 252.0, within(1e-12));
        assertThat(UnpairedEffect.of(new double[] {110, 110, 110, 111, 112}, before, 0.99)
                        .pValue())
                .isCloseTo(2 / 252.0, within(1e-12));
    }

    @Test
    void equalFiguresAreNoDifference() {
        var effect = UnpairedEffect.of(new double[] {7, 7, 7, 7, 7}, new double[] {7, 7, 7, 7, 7}, 0.95);

        assertThat(effect.change()).isZero();
        assertThat(effect.pValue()).isEqualTo(1);
    }

    /** The normal distribution, which many figures are taken for, has no width then. */
    @ParameterizedTest
    @CsvSource({"51, 51", "11, 1000"})
    void manyEqualFiguresAreNoDifference(int before, int now) {
        double[] ofA = new double[before];
        double[] ofB = new double[now];
        Arrays.fill(ofA, 12);
        Arrays.fill(ofB, 12);

        var effect = UnpairedEffect.of(ofA, ofB, 0.99);

        assertThat(effect.pValue()).isEqualTo(1);
        assertThat(effect.interval().orElseThrow().holds(0)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"1, 0.99", "1, 0.9975", "2, 0.99", "2, 0.9999", "3, 0.95", "5, 0.99", "6, 0.9999"})
    void leastFiguresAreTheFirstThatHaveAnInterval(int before, double confidence) {
        int least = UnpairedEffect.leastFigures(before, confidence, 1000).orElseThrow();

        assertThat(UnpairedEffect.of(rising(before), rising(least), confidence).interval())
                .isPresent();
        assertThat(UnpairedEffect.of(rising(before), rising(least - 1), confidence)
                        .interval())
                .isEmpty();
    }

    private static double[] rising(int count) {
        return IntStream.rangeClosed(1, count).asDoubleStream().toArray();
    }

    @Test
    void figuresMustBeAboveZero() {
        assertThatThrownBy(() -> UnpairedEffect.of(new double[] {1, 0}, new double[] {1}, 0.95))
                .hasMessage("figures must be above 0, got: 0.0");
        assertThatThrownBy(() -> UnpairedEffect.of(new double[0], new double[] {1}, 0.95))
                .hasMessageStartingWith("an unpaired comparison needs at least one figure of each");
    }

    private static double[] lognormal(Random random, int count, double shift) {
        return random.doubles(count)
                .map(_ -> Math.exp(shift + 0.1 * random.nextGaussian()))
                .toArray();
    }

    private static double[] exponentials(double... values) {
        return Arrays.stream(values).map(Math::exp).toArray();
    }
}
