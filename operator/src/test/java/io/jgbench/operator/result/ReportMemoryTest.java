package io.jgbench.operator.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReportMemoryTest {
    private final ReportMemory memory = new ReportMemory(100);

    @Test
    void runsHaveTheirTurnsAsLongAsTheirReportsFitTogether() {
        var first = memory.tryTake(Optional.of(60L)).orElseThrow();
        var second = memory.tryTake(Optional.of(40L)).orElseThrow();

        assertThat(memory.tryTake(Optional.of(1L))).isEmpty();
        assertThat(memory.tryTake(Optional.of(0L))).isPresent();

        first.close();
        first.close();
        assertThat(memory.tryTake(Optional.of(61L))).isEmpty();
        assertThat(memory.tryTake(Optional.of(60L))).isPresent();
        second.close();
    }

    @Test
    void runThatTakesMoreThanAllAndOneThatIsNotKnownAreAlone() {
        try (var _ = memory.tryTake(Optional.of(1000L)).orElseThrow()) {
            assertThat(memory.tryTake(Optional.of(1L))).isEmpty();
        }
        try (var _ = memory.tryTake(Optional.empty()).orElseThrow()) {
            assertThat(memory.tryTake(Optional.of(1L))).isEmpty();
        }
        assertThat(memory.tryTake(Optional.empty())).isPresent();
    }
}
