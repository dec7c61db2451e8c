package io.jgbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
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
        Process starting = java(Starting.class);
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

    @Test
    void programThatIsStartedByAProcessThatIsEndingEndsAsWell() throws Exception {
        Process ending = java(StartingAtTheEnd.class);
        try (var out = ending.inputReader(StandardCharsets.UTF_8)) {
            long program = Long.parseLong(out.readLine());

            assertThat(out.readLine()).isEqualTo("sleep was ended, as jgbench was told to end when it started");
            await().atMost(PATIENCE).until(() -> !isAlive(program));
        } finally {
            ending.destroyForcibly();
        }
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    private static Process java(Class<?> main) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Starts a program that sleeps when this process ends already. */
    static final class StartingAtTheEnd {
        private StartingAtTheEnd() {}

        /** Takes no arguments; prints the program's id, and why it could not be started. */
        public static void main(String[] arguments) {
            Runtime.getRuntime().addShutdownHook(new Thread(StartingAtTheEnd::start));
        }

        private static void start() {
            try {
                ConsoleProcess.start("sleep", List.of("sleep", "1000"), pid -> {
                    System.out.println(pid);
                    return _ -> {};
                });
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
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
