package io.jgbench.counters;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompilerThreadsTest {

    @TempDir
    Path tasks;

    @Test
    void userAndSystemTimeOfBothCompilersCount() throws IOException {
        thread(7, "C1 CompilerThre", 3, 1);
        thread(8, "C2 CompilerThre", 20, 2);
        thread(9, "G1 Main Marker", 500, 500);

        assertThat(cpuTime(new CompilerThreads(tasks))).hasMillis(260);
    }

    @Test
    void graalCompilesInThreadsOfItsOwn() throws IOException {
        thread(7, "C1 CompilerThre", 12, 0);
        thread(8, "JVMCI-native Co", 569, 0);
        thread(9, "JVMCI CompilerT", 1, 0);

        assertThat(cpuTime(new CompilerThreads(tasks))).hasMillis(5820);
    }

    @Test
    void timeOfAThreadThatHasEndedStillCounts() throws IOException {
        var threads = new CompilerThreads(tasks);
        thread(7, "C2 CompilerThre", 10, 0);
        thread(8, "C2 CompilerThre", 30, 0);
        cpuTime(threads);

        Files.delete(tasks.resolve("8/stat"));
        Files.delete(tasks.resolve("8"));
        thread(7, "C2 CompilerThre", 15, 0);

        assertThat(cpuTime(threads)).hasMillis(450);
    }

    @Test
    void compilerThatHadNotNamedItselfYetCountsLater() throws IOException {
        var threads = new CompilerThreads(tasks);
        thread(7, "java", 0, 0);
        thread(8, "G1 Service", 0, 0);
        cpuTime(threads);

        thread(7, "C2 CompilerThre", 15, 0);

        assertThat(cpuTime(threads)).hasMillis(150);
    }

    @Test
    void systemThatDoesNotTellMakesNothing() {
        var threads = new CompilerThreads(tasks.resolve("absent"));

        assertThat(threads.known()).isFalse();
        assertThat(cpuTime(threads)).isZero();
    }

    private static Duration cpuTime(CompilerThreads threads) {
        return Duration.ofNanos(threads.cpuNanos());
    }

    private void thread(int id, String name, int userTicks, int systemTicks) throws IOException {
        Path thread = Files.createDirectories(tasks.resolve(String.valueOf(id)));
        Files.writeString(
                thread.resolve("stat"),
                "%d (%s) S 1 1 1 0 -1 0 0 0 0 0 %d %d 0 0 20 0 1 0".formatted(id, name, userTicks, systemTicks));
    }
}
