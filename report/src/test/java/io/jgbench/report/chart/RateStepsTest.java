package io.jgbench.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RateStepsTest {
    @Test
    void rateThatEndedBeforeHasNoMeanAfterItsEnd() {
        var rates = new RateSteps(0.5, 1.5, List.of(10.0, 20.0, 30.0));

        assertThat(rates.mean(0, 1)).hasValue(15);
        assertThat(rates.mean(1, 2)).hasValue(30);
        assertThat(rates.mean(2, 3)).isEqualTo(OptionalDouble.empty());
    }

    @Test
    void stepsCountByHowLongTheyAre() {
        var rates = new RateSteps(2, 5, List.of(10.0, 40.0));

        assertThat(rates.to(0)).isEqualTo(2);
        assertThat(rates.to(1)).as("the last one has a length of its own").isEqualTo(5);
        assertThat(rates.mean(0, 5)).hasValue((2 * 10 + 3 * 40) / 5.0);
        assertThat(rates.mean(1, 3)).hasValue(25);
    }
}
