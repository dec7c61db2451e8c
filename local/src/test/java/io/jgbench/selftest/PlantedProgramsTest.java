package io.jgbench.selftest;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlantedProgramsTest {
    private static final String NO_CPU = "99999";

    @Test
    void programThatFailedBeforeItWasTakenAwayWasNoFault() throws Exception {
        try (var programs = PlantedPrograms.sharedCpu(
                NO_CPU, () -> List.of(ProcessHandle.current().pid()))) {
            programs.plant();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> ProcessHandle.current().children().noneMatch(ProcessHandle::isAlive));

            assertThatIOException()
                    .isThrownBy(programs::remove)
                    .withMessage("a program that was to disturb the run failed with status 1");
        }
    }

    @Test
    void programThatRunsUntilItIsTakenAwayWasOne() {
        assertThatCode(() -> {
                    try (var programs = PlantedPrograms.busyLoops(1)) {
                        programs.plant();
                        programs.remove();
                    }
                })
                .doesNotThrowAnyException();
    }
}
