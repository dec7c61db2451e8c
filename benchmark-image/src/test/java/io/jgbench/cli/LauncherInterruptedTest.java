package io.jgbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.run.RunPhase;
import io.jgbench.testing.EnabledIfInterruptible;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
        Path file = Files.writeString(folder.resolve("run.yaml"), """
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
                """);
        try (var launcher = JgBenchProcess.start(folder, List.of(), List.of("run", file.toString()))) {
            launcher.awaitError(RunPhase.RUNNING.toString());

            var ended = launcher.interrupt();

            assertThat(ended.status()).isEqualTo(INTERRUPTED);
            assertThat(ended.out())
                    .contains("member-0", "member-1", "the run was cancelled: jgbench was told to end by a signal");
            assertThat(launcher.pids()).isEmpty();
        }
    }
}
