package io.jgbench.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class TimelineTest {
    @Test
    void rowThatEndedBeforeTheOthersHasNoRateAfterItsEnd() {
        assertThat(Timeline.parts(List.of(10.0, 20.0, 30.0), 3, 6))
                .containsExactly(OptionalDouble.of(15), OptionalDouble.of(30), OptionalDouble.empty());
    }

    @Test
    void rowWithFewerRatesThanPartsHasAPartForEach() {
        assertThat(Timeline.parts(List.of(10.0, 20.0), 6)).containsExactly(10.0, 20.0);
    }
}
