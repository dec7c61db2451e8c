package io.jgbench.e2e.faults.plan;

import java.util.List;

/**
 * One run that one fault strikes.
 *
 * @param number of the round, from 1
 * @param fault what strikes
 * @param stage when
 * @param workload what its members do
 * @param tuning what it does to its hosts
 * @param victim the member that is struck, where the fault strikes one, from 0
 * @param delayMillis how long after the stage was seen it is struck
 */
public record FaultRound(
        int number, Fault fault, Stage stage, RoundWorkload workload, RoundTuning tuning, int victim, int delayMillis) {
    /** The members of a run, each on a node of its own. */
    public static final int MEMBERS = 2;

    /** Checks that the round makes sense. */
    public FaultRound {
        if (!fault.stages().contains(stage)) {
            throw new IllegalArgumentException(fault + " strikes nothing in " + stage);
        }
        if (stage == Stage.TUNING && tuning != RoundTuning.APPLY) {
            throw new IllegalArgumentException("a run with " + tuning + " has no stage " + stage);
        }
        if (fault.needsTunedHosts() && tuning != RoundTuning.APPLY) {
            throw new IllegalArgumentException(fault + " strikes nothing in a run with " + tuning);
        }
        if (victim < 0 || victim >= MEMBERS) {
            throw new IllegalArgumentException("expected a victim from 0 to " + (MEMBERS - 1) + ", found " + victim);
        }
    }

    /** The name of its run. */
    public String run() {
        return "fault-" + number;
    }

    /** The name of the member that is struck. */
    public String victimName() {
        return "member-" + victim;
    }

    /**
     * The spec of its run, as one line of YAML without the braces.
     *
     * @param nodes on which its members stand, in their order
     */
    public String spec(List<String> nodes) {
        return "members: " + MEMBERS + ", " + workload.spec() + ", tuning: {" + tuning.spec() + "}"
                + ", warmup: {until: Steady, atLeast: 4s, atMost: 8s}, start: {timeout: 90s, maxSkew: 1m}"
                + ", activeDeadline: 4m, placement: {nodeNames: [" + String.join(", ", nodes) + "]}";
    }
}
