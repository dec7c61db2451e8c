package io.jgbench.cli.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.statistics.Interval;
import org.junit.jupiter.api.Test;

class RatiosTest {

    @Test
    void fewRatiosArePrintedWithTheirMedianAndTheirRange() {
        assertThat(Ratios.of(1.5, 0.25, 1.0).text()).isEqualTo("median 1.000, from 0.250 to 1.500");
    }

    @Test
    void sixRatiosHaveAnInterval() {
        assertThat(Ratios.of(1.0, 0.5, 2.0, 1.0, 0.8, 1.25).text())
                .isEqualTo("median 1.000, from 0.500 to 2.000, 95 % interval 0.500 to 2.000");
    }

    @Test
    void turnsThatShareANeighbourHaveTheIntervalOfThoseThatShareNone() {
        double[] turnsOfTheOther = {1.0, 1.2, 0.9, 1.1, 0.95, 1.25, 1.05};
        double[] before = new double[6];
        double[] after = new double[6];
        double[] both = new double[6];
        for (int i = 0; i < both.length; i++) {
            before[i] = 1 / turnsOfTheOther[i];
            after[i] = 1 / turnsOfTheOther[i + 1];
            both[i] = 2 / (turnsOfTheOther[i] + turnsOfTheOther[i + 1]);
        }

        Ratios ratios = Ratios.ofTurns(both, before, after);

        assertThat(ratios.median()).isEqualTo(Ratios.of(both).median());
        assertThat(width(ratios)).isGreaterThan(1.5 * width(Ratios.of(both)));
        assertThat(ratios.interval().orElseThrow().low())
                .isEqualTo(Math.sqrt(Ratios.of(before).interval().orElseThrow().low()
                        * Ratios.of(after).interval().orElseThrow().low()));
    }

    private static double width(Ratios ratios) {
        Interval interval = ratios.interval().orElseThrow();
        return Math.log(interval.high() / interval.low());
    }

    @Test
    void pairWithoutAFigureLeavesNoInterval() {
        assertThat(Ratios.of(1.0, 0, 2.0, 1.0, 0.8, 1.25).text()).isEqualTo("median 1.000, from 0.000 to 2.000");
    }
}
