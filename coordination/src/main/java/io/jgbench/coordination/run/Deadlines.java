package io.jgbench.coordination.run;

import io.jgbench.coordination.spec.RunSpec;
import java.time.Duration;

/** How long each part of a run may take. */
final class Deadlines {
    /**
     * How long a member may be silent, or see fewer than all members, once the start was given out. A member that
     * floods the network is starved of CPU at times and answers late; that alone is no loss.
     */
    static final Duration OUT_OF_TOUCH = Duration.ofSeconds(10);

    /** How long fetching all reports may take. */
    static final Duration COLLECTING = Duration.ofSeconds(30);

    /** How long after fetching has begun the report of a member that is gone may still come. */
    static final Duration ON_ITS_WAY = Duration.ofSeconds(5);

    /** How long fetching what is left may take after a failure. */
    static final Duration SALVAGE = Duration.ofSeconds(5);

    /** How long members may take to end once they are told to. */
    static final Duration STOPPING = Duration.ofSeconds(10);

    /** How long a controller that continues a run waits for the members' answers before it applies passed deadlines. */
    private static final Duration HEARING = Duration.ofSeconds(10);

    /**
     * How much later than the run's own a member's deadline for joining and arming is: the run sees all members and
     * knows better who is missing.
     */
    private static final Duration MEMBER_AFTER_RUN = Duration.ofSeconds(5);

    /**
     * How much earlier than the run's own a member's deadline for its workload is: the member knows better what is
     * missing from whom. A tenth of the time if that is less.
     */
    private static final Duration MEMBER_BEFORE_RUN = Duration.ofSeconds(1);

    /** Longer than any run, and short enough that an instant that far away can be counted in nanoseconds. */
    private static final Duration CENTURY = Duration.ofDays(36_500);

    private Deadlines() {}

    /** The least duration of the phase in which another controller continues a run. */
    static Duration resumed(RunStatus status) {
        return switch (status.phase()) {
            case PENDING, STARTING, JOINING, ARMED, RUNNING -> HEARING;
            case COLLECTING -> status.failure().isPresent() ? SALVAGE : COLLECTING;
            case SUCCEEDED, FAILED -> STOPPING;
        };
    }

    static long after(long epochNanos, Duration duration) {
        return epochNanos + (duration.compareTo(CENTURY) < 0 ? duration : CENTURY).toNanos();
    }

    /** When all members have to have joined. */
    static long start(RunSpec spec, RunStatus status) {
        return after(status.beganEpochNanos(), startTimeout(spec));
    }

    /** When all members have to be armed: a warm-up until it is steady takes its own time. */
    static long armed(RunSpec spec, RunStatus status) {
        return after(status.beganEpochNanos(), armTimeout(spec));
    }

    /** The start timeout, or the active deadline if that is shorter. */
    static Duration startTimeout(RunSpec spec) {
        return spec.startTimeout().compareTo(spec.activeDeadline()) < 0 ? spec.startTimeout() : spec.activeDeadline();
    }

    /** The time from the start until all members have to be armed, as {@link #armed} counts it. */
    static Duration armTimeout(RunSpec spec) {
        Duration timeout = startTimeout(spec).plus(spec.workload().warmup().longest());
        return timeout.compareTo(spec.activeDeadline()) < 0 ? timeout : spec.activeDeadline();
    }

    /** Which of the two it is that has passed. */
    static FailureReason startTimeoutReason(RunSpec spec) {
        return startTimeoutReason(spec, spec.startTimeout());
    }

    /** The same of arming. */
    static FailureReason armTimeoutReason(RunSpec spec) {
        return startTimeoutReason(
                spec, spec.startTimeout().plus(spec.workload().warmup().longest()));
    }

    private static FailureReason startTimeoutReason(RunSpec spec, Duration timeout) {
        return timeout.compareTo(spec.activeDeadline()) <= 0
                ? FailureReason.START_TIMEOUT
                : FailureReason.DEADLINE_EXCEEDED;
    }

    /** When the workload has to be over. */
    static long active(RunSpec spec, RunStatus status) {
        return after(status.beganEpochNanos(), spec.activeDeadline());
    }

    /** When all members have to have taken the start, whatever the active deadline leaves of it. */
    static long taken(RunSpec spec, RunStatus status, long startAtEpochNanos) {
        return Math.min(after(startAtEpochNanos, OUT_OF_TOUCH), active(spec, status));
    }

    /** Until when a member may try to join. */
    static long memberStart(RunSpec spec, RunStatus status) {
        return after(start(spec, status), MEMBER_AFTER_RUN);
    }

    /** Until when a member may try to arm. */
    static long memberArmed(RunSpec spec, RunStatus status) {
        return after(armed(spec, status), MEMBER_AFTER_RUN);
    }

    /** Until when a member's workload may run. */
    static long memberActive(RunSpec spec, RunStatus status, long startAtEpochNanos) {
        long active = active(spec, status);
        return active - Math.min(MEMBER_BEFORE_RUN.toNanos(), Math.max(0, active - startAtEpochNanos) / 10);
    }
}
