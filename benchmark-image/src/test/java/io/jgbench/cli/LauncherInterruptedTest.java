package io.jgbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.run.RunPhase;
import io.jgbench.testing.EnabledIfInterruptible;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Somebody presses Ctrl-C. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisabledOnOs(OS.WINDOWS)
final class LauncherInterruptedTest {
    /** What a shell says of a command that SIGINT ended. */
    private static final int INTERRUPTED = 130;

    @TempDir
    private Path folder;

    @Test
    @EnabledIfInterruptible
    void runThatIsInterruptedPrintsWhatWasMeasuredAndLeavesNoProcess() throws Exception {
        try (var launcher = JgBenchProcess.start(folder, List.of(), List.of("run", endless()))) {
            launcher.awaitError(RunPhase.RUNNING.toString());

            var ended = launcher.interrupt();

            assertThat(ended.status()).isEqualTo(INTERRUPTED);
            assertThat(ended.out())
                    .contains("member-0", "member-1", "the run was cancelled: jgbench was told to end by a signal");
            assertThat(launcher.pids()).isEmpty();
        }
    }

    @Test
    @Tag("slow")
    @EnabledIfInterruptible
    void runThatIsInterruptedWhileAMemberStandsStillWritesWhatWasMeasured() throws Exception {
        Path results = folder.resolve("results");
        Path page = folder.resolve("report.html");
        List<String> arguments =
                List.of("run", endless(), "--results", results.toString(), "--report", page.toString());
        try (var launcher = JgBenchProcess.start(folder, List.of(), arguments)) {
            launcher.awaitError(RunPhase.RUNNING.toString());
            suspend(launcher.children().getFirst());

            var ended = launcher.interrupt();

            assertThat(ended.status()).isEqualTo(INTERRUPTED);
            assertThat(ended.out()).contains("the run was cancelled: jgbench was told to end by a signal");
            assertThat(ended.errors())
                    .anyMatch(line -> line.startsWith("jgbench: results are in "))
                    .noneMatch(line -> line.contains("could not be gathered"));
            assertThat(launcher.pids()).isEmpty();
        }
        assertThat(namesBelow(results)).contains("result.partial.json").noneMatch(name -> name.startsWith(".jgbench"));
        assertThat(page).isNotEmptyFile();
    }

    @Test
    @Tag("slow")
    @EnabledIfInterruptible
    void suiteThatIsInterruptedWhileAMemberStandsStillPrintsAndWritesWhatItHas() throws Exception {
        Path file = Files.writeString(folder.resolve("suite.yaml"), """
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkSuite
                metadata: {name: interrupted}
                spec:
                  template:
                    members: 2
                    messages: 1000000
                    messageSize: 1k
                    transport: {name: tcp}
                    warmup: {messages: 100}
                    workload: {type: Multicast, multicast: {processingDelay: 1ms}}
                    jvm: {options: [-Xmx128m]}
                  rounds: 3
                  axes:
                  - {name: size, path: messageSize, values: [1k, 2k]}
                """);
        Path results = folder.resolve("results");
        List<String> arguments = List.of("suite", file.toString(), "--results", results.toString());
        try (var launcher = JgBenchProcess.start(folder, List.of(), arguments)) {
            launcher.awaitError("[1/6]  " + RunPhase.RUNNING);
            suspend(launcher.children().getFirst());

            var ended = launcher.interrupt();

            assertThat(ended.out()).contains("NOT OVER: the same command continues");
            assertThat(ended.errors()).noneMatch(line -> line.contains("could not be gathered"));
            assertThat(launcher.pids()).isEmpty();
        }
        assertThat(results.resolve("interrupted/suite.json")).isNotEmptyFile();
    }

    /** The file of a run that takes minutes. */
    private String endless() throws IOException {
        return Files.writeString(folder.resolve("run.yaml"), """
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkRun
                metadata: {name: interrupted}
                spec:
                  members: 2
                  messages: 1000000
                  messageSize: 1k
                  transport: {name: tcp}
                  warmup: {messages: 100}
                  workload: {type: Multicast, multicast: {processingDelay: 1ms}}
                  jvm: {options: [-Xmx128m]}
                """).toString();
    }

    private static void suspend(long pid) throws IOException, InterruptedException {
        Process stop = new ProcessBuilder("kill", "-STOP", Long.toString(pid)).start();
        assertThat(stop.waitFor()).isZero();
    }

    private static List<String> namesBelow(Path place) throws IOException {
        try (Stream<Path> all = Files.walk(place)) {
            return all.map(path -> path.getFileName().toString()).toList();
        }
    }
}
