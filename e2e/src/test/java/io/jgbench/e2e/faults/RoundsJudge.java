package io.jgbench.e2e.faults;

import java.util.ArrayList;
import java.util.List;

/** Whether the rounds of a plan, taken together, show that runs survive faults. */
final class RoundsJudge {
    /** One round in this number may miss its stage. A plan of fewer rounds may have one that does. */
    private static final int ONE_MISSED_OF = 5;

    private RoundsJudge() {}

    /**
     * What is wrong with the rounds of a plan, in sentences.
     *
     * @param planned how many there were to be
     */
    static List<String> objections(int planned, List<RoundOutcome> outcomes) {
        List<String> objections = new ArrayList<>();
        long failed = RoundLog.count(outcomes, Verdict.FAILED);
        if (failed > 0) {
            objections.add(failed + " of " + outcomes.size() + " rounds failed; the lines with FAILED say why.");
        }
        if (outcomes.size() < planned) {
            objections.add("Expected " + planned + " rounds, found " + outcomes.size()
                    + ": the nodes did not become free; see what the last round left.");
        }
        if (RoundLog.count(outcomes, Verdict.PASSED) == 0) {
            objections.add("Expected a round that passed, found none.");
        }
        long missed = RoundLog.count(outcomes, Verdict.MISSED);
        if (missed > missedAtMost(planned)) {
            objections.add("Expected at most " + missedAtMost(planned) + " rounds that missed their stage, found "
                    + missed + "; repeat them on a machine that does less beside.");
        }
        return objections;
    }

    private static int missedAtMost(int planned) {
        return Math.max(1, planned / ONE_MISSED_OF);
    }
}
