package io.jgbench.coordination.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    void valuesLieApartByAShareOfTheirMedian() {
        assertThat(Spread.of(90, 100, 120).permilleOfMedian()).hasValue(300);
    }

    @Test
    void nothingIsAShareOfAMedianOfNothing() {
        assertThat(Spread.of(0, 0, 5).permilleOfMedian()).isEmpty();
        assertThat(Spread.of(0).permilleOfMedian()).isEmpty();
    }
}
