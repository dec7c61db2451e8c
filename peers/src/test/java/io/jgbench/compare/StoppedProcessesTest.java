package io.jgbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class StoppedProcessesTest {
    private static final char STOPPED = 'T';

    private Process one;
    private Process other;

    @BeforeEach
    void start() throws IOException {
        one = new ProcessBuilder("sleep", "600").start();
        other = new ProcessBuilder("sleep", "600").start();
    }

    @AfterEach
    void end() {
        one.destroyForcibly();
        other.destroyForcibly();
    }

    @Test
    void processesStandStillUntilItIsClosed() throws Exception {
        try (var _ = StoppedProcesses.stop(List.of(one.pid(), other.pid()))) {
            // a process that runs on another CPU takes the signal a moment later
            await().untilAsserted(() -> assertThat(state(one)).isEqualTo(STOPPED));
            await().untilAsserted(() -> assertThat(state(other)).isEqualTo(STOPPED));
        }

        await().untilAsserted(() -> assertThat(state(one)).isNotEqualTo(STOPPED));
        await().untilAsserted(() -> assertThat(state(other)).isNotEqualTo(STOPPED));
    }

    @Test
    void closingTwiceIsNoError() throws Exception {
        var stopped = StoppedProcesses.stop(List.of(one.pid()));
        stopped.close();

        stopped.close();

        await().untilAsserted(() -> assertThat(state(one)).isNotEqualTo(STOPPED));
    }

    @Test
    void whereOneHasEndedTheOthersRunOnAndItIsTold() throws Exception {
        other.destroyForcibly().waitFor();

        assertThatThrownBy(() -> StoppedProcesses.stop(List.of(one.pid(), other.pid())))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("expected to stop processes [" + one.pid() + ", " + other.pid() + "], got: ")
                .hasMessageContaining("No such process");
        await().untilAsserted(() -> assertThat(state(one)).isNotEqualTo(STOPPED));
    }

    @Test
    void whereWhoeverStoppedThemIsGoneThoseThatLiveRunOn() throws Exception {
        Process shell = StoppedProcesses.startShell(List.of(one.pid(), other.pid()));
        await().untilAsserted(() -> assertThat(state(other)).isEqualTo(STOPPED));
        // as the system does where the process that reads from the shell and writes to it ends
        shell.getInputStream().close();
        one.destroyForcibly().waitFor();

        shell.getOutputStream().close();

        await().untilAsserted(() -> assertThat(state(other)).isNotEqualTo(STOPPED));
    }

    /** The third word of {@code stat}; the program's name before it is in brackets (proc_pid_stat(5)). */
    private static char state(Process process) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
        return stat.charAt(stat.lastIndexOf(')') + 2);
    }
}
