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
public final class TrialPlan {
    /** As many as the example runs have. */
    public static final int MEMBERS = 4;

    private TrialPlan() {}

    /**
     * All trials, in order.
     *
     * @param seed the same seed gives the same order, the same members, and faults that last as long
     */
    public static List<Trial> of(
            int rounds, List<String> stacks, List<TriedWorkload> workloads, List<Fault> faults, long seed) {
        var random = new Random(seed);
        List<Trial> trials = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            List<Trial> ofRound = new ArrayList<>();
            for (String stack : stacks) {
                for (TriedWorkload workload : workloads) {
                    for (Fault fault : faults) {
                        ofRound.add(
                                new Trial(round, stack, workload, fault, targets(random), lasts(fault.when(), random)));
                    }
                }
            }
            Collections.shuffle(ofRound, random);
            trials.addAll(ofRound);
        }
        return trials;
    }

    private static Targets targets(Random random) {
        int victim = random.nextInt(MEMBERS);
        int other = (victim + 1 + random.nextInt(MEMBERS - 1)) % MEMBERS;
        return new Targets(victim, other, MEMBERS);
    }

    private static Duration lasts(Fault.When when, Random random) {
        return when instanceof Fault.When.Middle(var least, var most)
                ? least.plusMillis(
                        random.nextInt(Math.toIntExact(most.minus(least).toMillis()) + 1))
                : Duration.ZERO;
    }
}
