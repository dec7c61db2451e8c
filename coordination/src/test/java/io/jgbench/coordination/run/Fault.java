package io.jgbench.coordination.run;

/**
 * Something that goes wrong in a simulated world.
 *
 * @param in the phase of the run in which it begins
 * @param afterTicks how long after that phase began, in ticks
 * @param member whom it hits; the controller's faults hit nobody in particular
 * @param kind what happens
 * @param ticks how long it lasts
 */
record Fault(RunPhase in, int afterTicks, int member, Kind kind, int ticks) {
    private static final int MOST_TICKS_DOWN = 200;

    /** How long it keeps the controller from looking, in ticks: a crash is never for good. */
    int ticksDown() {
        return switch (kind) {
            case CRASH_BEFORE_STORING, CRASH_BEFORE_ACTING, CRASH_HALFWAY -> Math.min(ticks, MOST_TICKS_DOWN);
            case KILL,
                    FAIL,
                    RESTART,
                    REPLACE,
                    STALL,
                    UNREACHABLE,
                    BLIND,
                    OLD_ANSWERS,
                    MIXED_ANSWERS,
                    LOSE_ACTIONS,
                    LOSE_STARTS,
                    LOSE_WITHDRAWALS,
                    DELAY_ACTIONS,
                    DELAY_STARTS,
                    DELAY_WITHDRAWALS,
                    REPEAT_ACTIONS,
                    REPEAT_REPORTS,
                    STRAY_REPORTS,
                    CANCEL -> 0;
        };
    }

    enum Kind {
        KILL,
        FAIL,
        RESTART,
        REPLACE,
        STALL,
        UNREACHABLE,
        BLIND,
        OLD_ANSWERS,
        /** Every other answer is one that the member gave when the fault began. */
        MIXED_ANSWERS,
        LOSE_ACTIONS,
        LOSE_STARTS,
        LOSE_WITHDRAWALS,
        /** What is asked of the member comes when the fault is over, the last first. */
        DELAY_ACTIONS,
        DELAY_STARTS,
        DELAY_WITHDRAWALS,
        REPEAT_ACTIONS,
        REPEAT_REPORTS,
        STRAY_REPORTS,
        CRASH_BEFORE_STORING,
        CRASH_BEFORE_ACTING,
        CRASH_HALFWAY,
        CANCEL;

        /** Whether another controller goes on after it. */
        boolean isCrash() {
            return this == CRASH_BEFORE_STORING || this == CRASH_BEFORE_ACTING || this == CRASH_HALFWAY;
        }
    }
}
