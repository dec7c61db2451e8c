package io.jgbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
    void pairWithoutAFigureLeavesNoInterval() {
        assertThat(Ratios.of(1.0, 0, 2.0, 1.0, 0.8, 1.25).text()).isEqualTo("median 1.000, from 0.000 to 2.000");
    }
}
