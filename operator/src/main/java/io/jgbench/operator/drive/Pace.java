package io.jgbench.operator.drive;

import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.run.RunStatus;
import java.time.Duration;

/** How often a member is asked how it is. */
final class Pace {
    private static final Duration WAITING = Duration.ofMillis(50);
    /** While the members measure they are asked rarely: an answer costs a member CPU time that its workload wants. */
    private static final Duration RUNNING = Duration.ofMillis(250);

    private static final Duration ENDING = Duration.ofMillis(500);

    /** With many members it is the operator that has to be spared. */
    private static final Duration EACH_MEMBER = Duration.ofMillis(2);

    private Pace() {}

    static Duration of(RunStatus status, long nowEpochNanos) {
        Duration quietTime = status.quietTime(nowEpochNanos);
        return quietTime.isPositive()
                ? quietTime
                : of(status.phase(), status.members().size());
    }

    private static Duration of(RunPhase phase, int members) {
        Duration pace = switch (phase) {
            case PENDING, STARTING, JOINING, ARMED, COLLECTING -> WAITING;
            case RUNNING -> RUNNING;
            case SUCCEEDED, FAILED -> ENDING;
        };
        Duration share = EACH_MEMBER.multipliedBy(members);
        return share.compareTo(pace) > 0 ? share : pace;
    }
}
