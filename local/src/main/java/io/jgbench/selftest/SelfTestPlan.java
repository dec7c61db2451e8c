package io.jgbench.selftest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The order of a self-test: in each round each fault once over each stack with each workload, shuffled, at members
 * chosen at random.
 */
public final class SelfTestPlan {
    /** As many as the example runs have. */
    public static final int MEMBERS = 4;

    private SelfTestPlan() {}

    /**
     * All runs, in order.
     *
     * @param seed the same seed gives the same order, the same members, and faults that last as long
     */
    public static List<PlantedRun> of(
            int rounds, List<String> stacks, List<SelfTestWorkload> workloads, List<Fault> faults, long seed) {
        var random = new Random(seed);
        List<PlantedRun> runs = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            List<PlantedRun> ofRound = new ArrayList<>();
            for (SelfTestWorkload workload : workloads) {
                for (String stack : workload.over(stacks)) {
                    for (Fault fault : faults) {
                        ofRound.add(new PlantedRun(
                                round, stack, workload, fault, targets(random), lasts(fault.when(), random)));
                    }
                }
            }
            Collections.shuffle(ofRound, random);
            runs.addAll(ofRound);
        }
        return runs;
    }

    private static FaultTargets targets(Random random) {
        int victim = random.nextInt(MEMBERS);
        int other = (victim + 1 + random.nextInt(MEMBERS - 1)) % MEMBERS;
        return new FaultTargets(victim, other, MEMBERS);
    }

    private static Duration lasts(Fault.When when, Random random) {
        return when instanceof Fault.When.Middle(var least, var most)
                ? least.plusMillis(
                        random.nextInt(Math.toIntExact(most.minus(least).toMillis()) + 1))
                : Duration.ZERO;
    }
}
