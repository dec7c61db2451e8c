package io.jgbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ConsoleProcessTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Its reader is slow, as on a busy machine. */
    @RepeatedTest(3)
    void lineThatAProgramPrintsRightBeforeItsEndIsRead() throws Exception {
        try (var program = ConsoleProcess.start("echo", List.of("sh", "-c", "sleep 0.3; echo result"), _ -> _ -> {
            long until = System.nanoTime() + Duration.ofMillis(400).toNanos();
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
        })) {
            assertThat(program.awaitLine("result"::equals, PATIENCE)).contains("result");
        }
    }

    @Test
    void programThatEndsWithoutTheLineIsToldWithItsLastOne() throws Exception {
        try (var program = ConsoleProcess.start("false", List.of("sh", "-c", "echo no route; exit 3"))) {
            assertThatThrownBy(() -> program.awaitLine("result"::equals, PATIENCE))
                    .isInstanceOf(IOException.class)
                    .hasMessage("false ended with exit code 3; it printed last: no route");
        }
    }
}
