package io.jgbench.compare;

import java.io.IOException;
import java.time.Duration;

/**
 * How two programs take turns. Each is stopped while the other one works, and the other program is first and last: each
 * turn of jgbench lies between two of its.
 *
 * @param measured the part of a turn that counts
 * @param warmup turns of each program before the first that is measured, at least 0
 * @param pairs turns of jgbench that are measured, at least 1
 */
public record Turns(Duration measured, int warmup, int pairs) {
    /** What was queued while the program was stopped, and its own timers, are not what it does all the time. */
    static final Duration SETTLING = Duration.ofSeconds(2);

    /** Stacks suspect a member that says nothing for 40 s. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    /** For how long both work at least before they are measured, as in {@link JgbenchRun#UNTIL_STEADY}. */
    private static final Duration WARM = JgbenchRun.UNTIL_STEADY.atLeast();

    /** For how long a program goes on from one turn to the next beside what is measured: the other one is stopped. */
    private static final Duration CHANGE = Duration.ofMillis(250);

    /** At the end both may work at once. */
    private static final Duration SPARE = Duration.ofSeconds(10);

    /** Checks the ranges. */
    public Turns {
        if (measured.compareTo(Duration.ofSeconds(1)) < 0 || measured.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("a turn must be measured for 1 to " + LONGEST.toSeconds()
                    + " s, as members that are stopped for longer are suspected, got: " + measured.toSeconds() + " s");
        }
        if (warmup < 0) {
            throw new IllegalArgumentException("a number of turns of warm-up is 0 or more, got: " + warmup);
        }
        if (pairs < 1) {
            throw new IllegalArgumentException("there must be at least one pair, got: " + pairs);
        }
    }

    /** Turns after a warm-up of two minutes of each program. */
    public static Turns afterWarmup(Duration measured, int pairs) {
        long turns = WARM.dividedBy(measured.plus(SETTLING)) + 1;
        return new Turns(measured, Math.toIntExact(turns), pairs);
    }

    /** For how long one program works, and the other one is stopped. */
    Duration length() {
        return measured.plus(SETTLING);
    }

    /** Turns of both programs together. */
    int count() {
        return 2 * (warmup + pairs) + 1;
    }

    /**
     * Checks that no program was at its end before the last turn was.
     *
     * @param took how long all turns took
     * @throws IOException if they took longer than the programs work
     */
    void check(Duration took) throws IOException {
        if (took.compareTo(work()) > 0) {
            throw new IOException("the turns took " + took.toSeconds() + " s, and both programs work for "
                    + work().toSeconds() + " s alone, so that the last turns have less in them: the machine is too busy"
                    + " to compare on");
        }
    }

    /** For how long each program works, from the first turn to some time after the last one. */
    Duration work() {
        return length().plus(CHANGE).multipliedBy(count()).plus(SPARE);
    }
}
