package io.jgbench.e2e.faults;

import static org.assertj.core.api.Assertions.fail;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.e2e.faults.plan.FaultPlan;
import io.jgbench.e2e.faults.plan.FaultRound;
import io.jgbench.e2e.operator.Lab;
import io.jgbench.e2e.operator.OperatorTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Rounds of random faults, by {@code ./jgbench e2e --faults}. */
@Tag("slow")
@EnabledIfSystemProperty(named = "jgbench.faults.rounds", matches = ".+", disabledReason = "asked for by --faults")
@OperatorTest
class FaultRoundsTest {

    @Test
    void eachRoundEndsInTimeForTheRightReasonAndLeavesNothing(Lab lab) throws IOException {
        long seed = Long.getLong("jgbench.faults.seed");
        var log = new RoundLog(Path.of(System.getProperty("jgbench.faults.table")));
        List<RoundOutcome> outcomes = new ArrayList<>();
        for (FaultRound round : FaultPlan.of(seed, Integer.getInteger("jgbench.faults.rounds"))) {
            RoundOutcome outcome = RoundRunner.run(lab, seed, round);
            System.out.println(RoundLog.line(outcome));
            log.add(outcome);
            outcomes.add(outcome);
            if (!isFreeAgain(lab)) {
                System.out.println("The nodes do not become free, so no further round can begin.");
                break;
            }
        }
        System.out.println("Rounds of seed " + seed + ":\n" + RoundLog.summary(outcomes));
        System.out.println("Rounds of all days:\n" + RoundLog.summary(log.rounds()));
        long failed = RoundLog.count(outcomes, Verdict.FAILED);
        if (failed > 0) {
            fail(failed + " of " + outcomes.size() + " rounds of seed " + seed
                    + " failed; the lines with FAILED say why");
        }
    }

    /** Deletes what a failed round may have left. */
    private static boolean isFreeAgain(Lab lab) {
        lab.client().resources(BenchmarkRun.class).delete();
        try {
            lab.waitUntilNodesAreFree();
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        }
    }
}
