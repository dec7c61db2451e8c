package io.jgbench.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.e2e.faults.plan.FaultPlan;
import io.jgbench.e2e.faults.plan.FaultRound;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class RoundsJudgeTest {

    @Test
    void aFifthOfTheRoundsMayMissTheirStage() {
        assertThat(RoundsJudge.objections(10, outcomes(8, 2, 0))).isEmpty();
        assertThat(RoundsJudge.objections(10, outcomes(7, 3, 0)))
                .singleElement()
                .asString()
                .startsWith("Expected at most 2 rounds that missed their stage, found 3;");
    }

    @Test
    void oneOfFewRoundsMayMissItsStage() {
        assertThat(RoundsJudge.objections(2, outcomes(1, 1, 0))).isEmpty();
    }

    @Test
    void roundsOfWhichNonePassedAreRefused() {
        assertThat(RoundsJudge.objections(1, outcomes(0, 1, 0)))
                .containsExactly("Expected a round that passed, found none.");
    }

    @Test
    void roundsThatDidNotTakePlaceAreMissed() {
        assertThat(RoundsJudge.objections(10, outcomes(4, 0, 0)))
                .singleElement()
                .asString()
                .startsWith("Expected 10 rounds, found 4:");
    }

    @Test
    void roundsThatFailedAreCounted() {
        assertThat(RoundsJudge.objections(10, outcomes(9, 0, 1)))
                .containsExactly("1 of 10 rounds failed; the lines with FAILED say why.");
    }

    private static List<RoundOutcome> outcomes(int passed, int missed, int failed) {
        List<RoundOutcome> outcomes = new ArrayList<>();
        for (FaultRound round : FaultPlan.of(1, passed + missed + failed)) {
            var findings = new RoundFindings();
            if (round.number() > missed) {
                findings.strike(round.stage());
            }
            if (round.number() > missed + passed) {
                findings.object("This is left.");
            }
            outcomes.add(RoundOutcome.of("2026-01-01T00:00:00Z", "0123abc", 1, round, findings));
        }
        return outcomes;
    }
}
