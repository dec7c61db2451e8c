package io.jgbench.coordination.drive;

import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.run.RunStatus;
import java.time.Duration;
import java.util.Objects;

/**
 * How often members are polled while they measure: once a second in the middle of a run, as each answer costs a member
 * CPU time that its workload wants; more often in its first seconds and near its end, as a short run would else be
 * waited for longer than it takes.
 *
 * @param often the interval at the start and near the end; positive
 */
public record MeasuringPollInterval(Duration often) implements PollInterval {
    private static final Duration SELDOM = Duration.ofSeconds(1);
    private static final Duration BEGIN = Duration.ofSeconds(5);
    private static final int NEAR_END_PERCENT = 95;

    /** Refuses null. */
    public MeasuringPollInterval {
        Objects.requireNonNull(often, "often");
    }

    @Override
    public Duration between(RunStatus status, long nowEpochNanos) {
        long began = status.phaseBegan().getOrDefault(RunPhase.RUNNING, nowEpochNanos);
        boolean isInTheMiddle = nowEpochNanos - began >= BEGIN.toNanos() && status.progressPercent() < NEAR_END_PERCENT;
        return isInTheMiddle ? SELDOM : often;
    }
}
