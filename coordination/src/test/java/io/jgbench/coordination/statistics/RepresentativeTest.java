package io.jgbench.coordination.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RepresentativeTest {

    @Test
    void validOneOfTheMedianRateStandsForAllAndOfTwoTheLower() {
        assertThat(Representative.of(List.of(9, 4, 5, 8, 1), List.of(9, 4, 5), Integer::doubleValue))
                .isEqualTo(5);
        assertThat(Representative.of(List.of(9, 4, 5, 8), List.of(9, 4, 5, 8), Integer::doubleValue))
                .isEqualTo(5);
    }

    @Test
    void lastOneStandsForAllWhereNoneIsValid() {
        assertThat(Representative.of(List.of(9, 4, 5), List.of(), Integer::doubleValue))
                .isEqualTo(5);
    }
}
