package io.jgbench.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.HostNetwork;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.MemberState;
import io.jgbench.coordination.protocol.StartState;
import io.jgbench.coordination.run.MemberStatus;
import io.jgbench.coordination.run.NoProgress;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.coordination.steady.WarmupProgress;
import io.jgbench.coordination.steady.WarmupProgress.Pace;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProgressLineTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Map<String, String> XTERM = Map.of("TERM", "xterm");

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void lineShowsPhaseShareMembersRateAndTime() {
        assertThat(ProgressLine.line(status(RunPhase.RUNNING, 50_000), "messages", 12 * SECOND))
                .isEqualTo("Running    [##########..........]  50 %  2/2 members  25,000 messages/s  2.0 s");
    }

    @Test
    void rateIsShownOnlyWhileTheWorkloadRuns() {
        assertThat(ProgressLine.line(status(RunPhase.JOINING, 0), "messages", 11 * SECOND))
                .isEqualTo("Joining    [....................]   0 %  2/2 members  1.0 s");
    }

    @Test
    void terminalLineIsWrittenOverAndTakenAwayAtTheEnd() {
        try (var progress = new ProgressLine(out, true, XTERM, "messages", "")) {
            progress.show(status(RunPhase.RUNNING, 50_000), 12 * SECOND);
            progress.show(status(RunPhase.RUNNING, 60_000), 13 * SECOND);
        }
        assertThat(written())
                .doesNotContain("\n")
                .startsWith("\r\u001b[K\u001b[?7lRunning")
                .endsWith("\r\u001b[K");
    }

    @Test
    void lineThatIsWiderThanTheTerminalIsCutOffThere() {
        try (var progress = new ProgressLine(out, true, XTERM, "messages", "")) {
            progress.show(status(RunPhase.RUNNING, 50_000), 12 * SECOND);
            assertThat(written()).containsOnlyOnce("\u001b[?7l").endsWith(" s\u001b[?7h");
        }
    }

    @Test
    void elsewhereEachPhaseIsOneLine() {
        try (var progress = new ProgressLine(out, false, XTERM, "messages", "2/3")) {
            progress.show(status(RunPhase.JOINING, 0), 11 * SECOND);
            progress.show(status(RunPhase.JOINING, 0), 12 * SECOND);
            progress.show(status(RunPhase.RUNNING, 0), 13 * SECOND);
        }
        assertThat(written().lines())
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).startsWith("2/3  ").doesNotContain("\u001b"));
    }

    @ParameterizedTest
    @MethodSource
    void terminalThatIsDumbGetsNoEscapeSequences(Map<String, String> environment) {
        try (var progress = new ProgressLine(out, true, environment, "messages", "")) {
            progress.show(status(RunPhase.RUNNING, 50_000), 12 * SECOND);
        }
        assertThat(written()).startsWith("Running").endsWith("\n").doesNotContain("\u001b", "\r");
    }

    static Stream<Map<String, String>> terminalThatIsDumbGetsNoEscapeSequences() {
        return Stream.of(Map.of("TERM", "dumb"), Map.of());
    }

    @Test
    void runWithoutProgressSaysSinceWhen() {
        var stalled = status(RunPhase.RUNNING, 50_000, Optional.of(new NoProgress(13 * SECOND, 100_000)));

        assertThat(ProgressLine.line(stalled, "messages", 20 * SECOND)).contains("stalled: no progress for 7.0 s");
    }

    @Test
    void memberThatHasNothingToWarmUpDoesNotHideHowSteadyTheOthersAre() {
        var idle = warmup(0, MemberPhase.ARMED, new WarmupProgress(SECOND / 100, 0, Optional.empty()));
        var busy = warmup(
                1,
                MemberPhase.ARMING,
                new WarmupProgress(30 * SECOND, 30_000, Optional.of(new Pace(1030, 1000, 0.12))));

        assertThat(ProgressLine.line(status(RunPhase.ARMED, List.of(idle, busy)), "messages", 40 * SECOND))
                .contains("warming up: ", "+3.0 %, compiling 12 %");
    }

    @Test
    void elsewherePhaseThatLastsIsALineEveryTenSeconds() {
        try (var progress = new ProgressLine(out, false, XTERM, "messages", "")) {
            for (long second = 11; second <= 35; second++) {
                progress.show(status(RunPhase.ARMED, 0), second * SECOND);
            }
        }
        assertThat(written().lines()).hasSize(3);
    }

    private String written() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static RunStatus status(RunPhase phase, long received) {
        return status(phase, received, Optional.empty());
    }

    private static RunStatus status(RunPhase phase, long received, Optional<NoProgress> stall) {
        return status(phase, List.of(member(0, received), member(1, received)), stall);
    }

    private static RunStatus status(RunPhase phase, List<MemberStatus> members) {
        return status(phase, members, Optional.empty());
    }

    private static RunStatus status(RunPhase phase, List<MemberStatus> members, Optional<NoProgress> stall) {
        return new RunStatus(
                "run-1",
                phase,
                Map.of(phase, 10 * SECOND),
                0,
                members,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                stall,
                Optional.empty(),
                false);
    }

    private static MemberStatus member(int index, long received) {
        return member(index, MemberPhase.JOINED, received, Optional.empty());
    }

    private static MemberStatus warmup(int index, MemberPhase phase, WarmupProgress warmup) {
        return member(index, phase, 0, Optional.of(warmup));
    }

    private static MemberStatus member(int index, MemberPhase phase, long received, Optional<WarmupProgress> warmup) {
        String name = "lab-" + index;
        return MemberStatus.unknown(index, name)
                .answered(new MemberState(
                        "run-1",
                        name,
                        phase,
                        StartState.NONE,
                        2,
                        received,
                        100_000,
                        received,
                        warmup,
                        Optional.empty(),
                        HostNetwork.UNKNOWN,
                        Optional.empty()));
    }
}
