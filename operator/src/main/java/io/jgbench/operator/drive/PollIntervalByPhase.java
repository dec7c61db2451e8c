package io.jgbench.operator.drive;

import io.jgbench.coordination.drive.PollInterval;
import io.jgbench.coordination.drive.PollIntervalUnderLoad;
import io.jgbench.coordination.run.RunStatus;
import java.time.Duration;

/** Asks members often while they are waited for, rarely while they measure, and each more rarely the more they are. */
final class PollIntervalByPhase implements PollInterval {
    private static final Duration WAITING = Duration.ofMillis(50);
    private static final PollInterval WARMING_UP = new PollIntervalUnderLoad(WAITING);
    private static final PollInterval MEASURING = new PollIntervalUnderLoad(Duration.ofMillis(250));

    private static final Duration ENDING = Duration.ofMillis(500);

    /** With many members it is the operator that has to be spared. */
    private static final Duration EACH_MEMBER = Duration.ofMillis(2);

    @Override
    public Duration between(RunStatus status, long nowEpochNanos) {
        Duration pollInterval = switch (status.phase()) {
            case ARMED -> WARMING_UP.between(status, nowEpochNanos);
            case PENDING, STARTING, JOINING, COLLECTING -> WAITING;
            case RUNNING -> MEASURING.between(status, nowEpochNanos);
            case SUCCEEDED, FAILED -> ENDING;
        };
        Duration share = EACH_MEMBER.multipliedBy(status.members().size());
        return share.compareTo(pollInterval) > 0 ? share : pollInterval;
    }
}
