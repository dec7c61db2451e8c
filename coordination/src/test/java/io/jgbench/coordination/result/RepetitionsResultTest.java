package io.jgbench.coordination.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepetitionsResultTest {

    @Test
    void figuresAreTheMedianAndSpreadOfTheRepetitions() {
        var result = RepetitionsResult.of(List.of(taking(1000), taking(500), taking(800)));
        assertThat(result.unitsPerSecond()).contains(new Spread(10_000, 12_500, 20_000, 706));
        assertThat(result.bytesPerSecond()).contains(new Spread(10_000_000, 12_500_000, 20_000_000, 706));
        assertThat(result.valid()).isTrue();
    }

    @Test
    void repetitionThatIsNotValidIsKeptAndNotAveraged() {
        var invalid =
                TestRun.of(1, 1, TestReport.whole(0, 1, 10_000).lost(0, 5)).result();
        var result = RepetitionsResult.of(List.of(taking(1000), invalid, taking(500)));
        assertThat(result.runs()).hasSize(3);
        assertThat(result.validRuns()).isEqualTo(2);
        assertThat(result.unitsPerSecond()).contains(new Spread(10_000, 15_000, 20_000, 667));
        assertThat(result.valid()).isFalse();
        assertThat(result.completed()).isTrue();
    }

    @Test
    void withoutAValidRepetitionThereIsNoFigure() {
        var failed = TestRun.of(2, 1, TestReport.whole(0, 1, 10_000)).result();
        var result = RepetitionsResult.of(List.of(failed));
        assertThat(result.unitsPerSecond()).isEmpty();
        assertThat(result.completed()).isFalse();
    }

    @Test
    void noRepetitionIsNoResult() {
        assertThatIllegalArgumentException().isThrownBy(() -> RepetitionsResult.of(List.of()));
    }

    private static RunResult taking(long millis) {
        return TestRun.of(1, 1, TestReport.whole(0, 1, 10_000).in(Duration.ofMillis(millis)))
                .result();
    }
}
