package io.jgbench.preflight;

/**
 * How many paths may have a burst, or large packets, on the way at once, so that those of all members do not meet at
 * one of them and the own socket has room for them.
 */
final class BurstTurns {
    private int free;

    BurstTurns(int most) {
        free = most;
    }

    /** Takes one, if one is free. */
    boolean take() {
        if (free == 0) {
            return false;
        }
        free--;
        return true;
    }

    void giveBack() {
        free++;
    }
}
