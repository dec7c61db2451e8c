package io.jgbench.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.jgbench.coordination.run.RunPhase;
import java.io.IOException;
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

    private static final String IGNORED_SIGNALS = "SigIgn:";
    private static final long SIGINT_BIT = 1L << 1;

    @TempDir
    private Path folder;

    @Test
    void runThatIsInterruptedPrintsWhatWasMeasuredAndLeavesNoProcess() throws Exception {
        assumeFalse(
                isInterruptIgnored(), "who started the tests had SIGINT ignored, as a shell does in the background");
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

    /** What a process ignores is ignored by those that it starts, and by their JVMs. */
    private static boolean isInterruptIgnored() throws IOException {
        Path status = Path.of("/proc/self/status");
        return Files.exists(status)
                && Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith(IGNORED_SIGNALS))
                        .map(line -> line.substring(IGNORED_SIGNALS.length()).strip())
                        .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) & SIGINT_BIT) != 0);
    }
}
