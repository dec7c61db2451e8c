package io.jgbench.coordination.steady;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RateStepTest {
    private static final int LEAST = RateStep.LEAST_INTERVALS;

    @Test
    void rateThatHalvesInTheMiddleHasStepped() {
        double[] rates = rates(40, i -> i < 20 ? 1000 + i % 3 : 500 + i % 3);

        assertThat(RateStep.of(rates, LEAST)).hasValueSatisfying(step -> {
            assertThat(step.from()).isEqualTo(20);
            assertThat(step.to()).isEqualTo(40);
            assertThat(step.change()).isCloseTo(-0.5, within(0.01));
        });
    }

    @Test
    void dipIsFoundWithItsBeginAndItsEnd() {
        double[] rates = rates(40, i -> (i >= 12 && i < 18 ? 600 : 1000) + 20 * (i % 5));

        assertThat(RateStep.of(rates, LEAST)).hasValueSatisfying(step -> {
            assertThat(step.from()).isEqualTo(12);
            assertThat(step.to()).isEqualTo(18);
            assertThat(step.inside()).isLessThan(step.outside());
            assertThat(step.cost(40)).isCloseTo(0.4 * 6 / 40, within(0.01));
        });
    }

    @Test
    void rateThatRoseAtTheBeginIsThatOfTheRest() {
        assertThat(RateStep.of(rates(40, i -> (i < 8 ? 700 : 1000) + 20 * (i % 5)), LEAST))
                .hasValueSatisfying(step -> {
                    assertThat(step.from()).isEqualTo(8);
                    assertThat(step.to()).isEqualTo(40);
                    assertThat(step.change()).isPositive();
                });
    }

    @Test
    void outliersMakeNoLevel() {
        assertThat(RateStep.of(rates(40, i -> i == 7 || i == 8 ? 0 : 1000 + 31 * i % 17), LEAST))
                .isEmpty();
    }

    @Test
    void noiseAloneHasAStepInAboutOneOfAHundred() {
        var random = new Random(42);

        long found = IntStream.range(0, 1000)
                .filter(_ -> RateStep.of(rates(30, _ -> 1000 + 300 * random.nextGaussian()), LEAST)
                        .isPresent())
                .count();

        assertThat(found).isBetween(2L, 20L);
    }

    @Test
    void evenSlopeFitsALineBetterThanTwoLevels() {
        double[] rising = rates(40, i -> 1000 + 20.0 * i + 5 * (i % 3));

        assertThat(RateStep.of(rising, LEAST).orElseThrow().misfit(rising))
                .isGreaterThan(Trend.of(rising).orElseThrow().misfit(rising));
    }

    @Test
    void tooFewIntervalsTellNothing() {
        assertThat(RateStep.of(rates(2 * LEAST - 1, i -> i < LEAST ? 1000 : 1), LEAST))
                .isEmpty();
        assertThat(RateStep.of(rates(0, i -> i), LEAST)).isEmpty();
    }

    private static double[] rates(int count, IntToDoubleFunction rate) {
        return IntStream.range(0, count).mapToDouble(rate).toArray();
    }
}
