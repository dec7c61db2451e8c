package io.jgbench.workload.rpc;

import java.util.SplittableRandom;

/** Picks random members other than this one, where there are others. Not thread-safe: one for each caller. */
final class Targets {
    private final int members;
    private final int self;
    private final SplittableRandom random;
    private final int[] picked;

    /**
     * Picks from all members but one.
     *
     * @param self the one that is left out, unless it is alone
     * @param most how many are picked at a time at the most; no more than there are
     */
    Targets(int members, int self, int most, SplittableRandom random) {
        this.members = members;
        this.self = self;
        this.random = random;
        this.picked = new int[most];
    }

    /** Picks this number of distinct members; the array belongs to this object. */
    int[] pick(int count) {
        for (int i = 0; i < count; i++) {
            do {
                picked[i] = any();
            } while (isAmongFirst(i));
        }
        return picked;
    }

    private int any() {
        if (members == 1) {
            return self;
        }
        int other = random.nextInt(members - 1);
        return other < self ? other : other + 1;
    }

    private boolean isAmongFirst(int index) {
        for (int i = 0; i < index; i++) {
            if (picked[i] == picked[index]) {
                return true;
            }
        }
        return false;
    }
}
