package io.jgbench.coordination.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RepresentativeTest {

    @Test
    void validOneOfTheMedianRateStandsForAllAndOfTwoTheLower() {
        assertThat(of(List.of(9, 4, 5, 8, 1), List.of(9, 4, 5))).isEqualTo(5);
        assertThat(of(List.of(9, 4, 5, 8), List.of(9, 4, 5, 8))).isEqualTo(5);
    }

    @Test
    void lastOneThatMeasuredAnythingStandsForAllWhereNoneIsValid() {
        assertThat(of(List.of(9, 4, 5), List.of())).isEqualTo(5);
        assertThat(of(List.of(9, 4, 0), List.of())).isEqualTo(4);
        assertThat(of(List.of(0, 0), List.of())).isZero();
    }

    private static int of(List<Integer> all, List<Integer> valid) {
        return Representative.of(all, rate -> rate > 0, valid, Integer::doubleValue);
    }
}
