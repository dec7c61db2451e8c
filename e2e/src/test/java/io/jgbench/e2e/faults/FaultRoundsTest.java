package io.jgbench.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.e2e.faults.plan.FaultPlan;
import io.jgbench.e2e.faults.plan.FaultRound;
import io.jgbench.e2e.operator.Lab;
import io.jgbench.e2e.operator.OperatorTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
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
        List<FaultRound> rounds = FaultPlan.of(
                seed,
                Integer.getInteger("jgbench.faults.first"),
                Integer.getInteger("jgbench.faults.rounds"),
                System.getProperty("jgbench.faults.only", ""));
        RefusedWrites.removeAll();
        for (List<FaultRound> group : FaultPlan.together(rounds, RoundSite.places(lab))) {
            for (RoundOutcome outcome : runTogether(lab, seed, group)) {
                System.out.println(RoundLog.line(outcome));
                log.add(outcome);
                outcomes.add(outcome);
            }
            if (!isFreeAgain(lab)) {
                System.out.println("The nodes do not become free, so no further round can begin.");
                break;
            }
        }
        System.out.println("Rounds of seed " + seed + ":\n" + RoundLog.summary(outcomes));
        System.out.println("Rounds of all days:\n" + RoundLog.summary(log.rounds()));
        assertThat(RoundsJudge.objections(rounds.size(), outcomes))
                .as("objections to the rounds of seed %d", seed)
                .isEmpty();
    }

    private static List<RoundOutcome> runTogether(Lab lab, long seed, List<FaultRound> group) {
        List<Callable<RoundOutcome>> runners = IntStream.range(0, group.size())
                .<Callable<RoundOutcome>>mapToObj(place -> () -> RoundRunner.run(lab, seed, group.get(place), place))
                .toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(group.size())) {
            return threads.invokeAll(runners).stream().map(Future::resultNow).toList();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while rounds take place", e);
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
