package io.jgbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A program that reads nothing does not notice that whoever started it has ended. */
class KilledConsoleTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void programEndsWithTheProcessThatIsToldToEnd() throws Exception {
        Process starting = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Starting.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var out = starting.inputReader(StandardCharsets.UTF_8)) {
            ProcessHandle program =
                    ProcessHandle.of(Long.parseLong(out.readLine())).orElseThrow();
            assertThat(program.isAlive()).isTrue();

            starting.destroy();

            await().atMost(PATIENCE).until(() -> !program.isAlive());
        } finally {
            starting.destroyForcibly();
        }
    }

    /** Starts a program that sleeps, and waits. */
    static final class Starting {
        private Starting() {}

        /** Takes no arguments; prints the program's id. */
        public static void main(String[] arguments) throws Exception {
            try (var program = ConsoleProcess.start("sleep", List.of("sleep", "1000"))) {
                System.out.println(program.pid());
                Thread.sleep(PATIENCE.multipliedBy(10));
            }
        }
    }
}
