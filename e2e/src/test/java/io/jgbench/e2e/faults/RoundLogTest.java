package io.jgbench.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.e2e.faults.plan.Fault;
import io.jgbench.e2e.faults.plan.FaultPlan;
import io.jgbench.e2e.faults.plan.FaultRound;
import io.jgbench.e2e.faults.plan.RoundTuning;
import io.jgbench.e2e.faults.plan.RoundWorkload;
import io.jgbench.e2e.faults.plan.Stage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class RoundLogTest {
    @TempDir
    private Path folder;

    @Test
    void roundsOfSeveralDaysAddUp() throws IOException {
        Path file = folder.resolve("state/rounds.jsonl");
        var passed = outcome(1, true, List.of());
        var failed = outcome(2, true, List.of("This is left."));

        new RoundLog(file).add(passed);
        var laterDay = new RoundLog(file);
        laterDay.add(failed);

        assertThat(laterDay.rounds()).containsExactly(passed, failed);
    }

    @Test
    void summaryCountsEachVerdict() {
        var rounds = List.of(
                outcome(1, true, List.of()), outcome(2, true, List.of("This is left.")), outcome(3, false, List.of()));

        assertThat(RoundLog.summary(rounds))
                .contains("3 rounds: 1 passed, 1 failed, 1 missed their stage", "1/1", "0/1");
    }

    @Test
    void roundThatStruckLaterThanPlannedIsCountedWhereItStruck() {
        FaultRound round =
                new FaultRound(1, Fault.MEMBER_KILLED, Stage.JOINING, RoundWorkload.RPC, RoundTuning.IGNORE, 0, 0);
        var findings = new RoundFindings();
        findings.strike(Stage.RUNNING);
        findings.end("MEMBER_LOST", Duration.ofSeconds(20));
        var outcome = RoundOutcome.of("2026-01-01T00:00:00Z", "0123abc", 1, round, findings);

        assertThat(RoundLog.summary(List.of(outcome)))
                .as("Joining, Armed, Running and Collecting")
                .containsPattern("MEMBER_KILLED +- +- +1/1 +-");
    }

    @Test
    void lineOfAFailedRoundSaysWhy() {
        assertThat(RoundLog.line(outcome(1, true, List.of("This is left.")))).endsWith("FAILED  This is left.");
    }

    @Test
    void lineOfAMissedRoundSaysWhyItsFaultCouldNotBePlanted() {
        var findings = new RoundFindings();
        findings.leaveUnplanted("'kubectl drain' ended with status 1: error:\n  cannot evict\n");
        findings.end("REPORTED", Duration.ofSeconds(20));
        FaultRound round = FaultPlan.of(1, 1).getFirst();

        assertThat(RoundLog.line(RoundOutcome.of("2026-01-01T00:00:00Z", "0123abc", 1, round, findings)))
                .endsWith("MISSED  REPORTED; the fault could not be planted: 'kubectl drain' ended with status 1:"
                        + " error: cannot evict");
    }

    private static RoundOutcome outcome(int number, boolean hasStruck, List<String> objections) {
        FaultRound round = FaultPlan.of(1, 10).get(number - 1);
        var findings = new RoundFindings();
        if (hasStruck) {
            findings.strike(round.stage());
        }
        findings.end("REPORTED", Duration.ofSeconds(20));
        objections.forEach(findings::object);
        return RoundOutcome.of("2026-01-01T00:00:00Z", "0123abc", 1, round, findings);
    }
}
