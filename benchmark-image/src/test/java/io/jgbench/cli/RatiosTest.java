package io.jgbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RatiosTest {

    @Test
    void ratiosArePrintedWithTheirMedianAndTheirRange() {
        var ratios = Ratios.of(List.of("1.5", "0.25", "1.0"), Double::parseDouble);

        assertThat(ratios.text()).isEqualTo("median 1.000, from 0.250 to 1.500");
    }
}
