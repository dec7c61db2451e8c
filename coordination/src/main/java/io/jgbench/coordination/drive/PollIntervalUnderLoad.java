package io.jgbench.coordination.drive;

import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.run.RunStatus;
import java.time.Duration;
import java.util.Objects;

/**
 * How often members are polled that are under load: once a second in a warm-up that has lasted a while and in the
 * middle of the measured part, as each answer costs a member CPU time that its workload wants; more often in the first
 * seconds of either and near the end, as a short run would else be waited for longer than it takes.
 *
 * @param often the interval at any other time; positive
 */
public record PollIntervalUnderLoad(Duration often) implements PollInterval {
    private static final Duration SELDOM = Duration.ofSeconds(1);
    private static final Duration BEGIN = Duration.ofSeconds(5);
    private static final int NEAR_END_PERCENT = 95;

    /** Refuses null. */
    public PollIntervalUnderLoad {
        Objects.requireNonNull(often, "often");
    }

    @Override
    public Duration between(RunStatus status, long nowEpochNanos) {
        boolean isLoaded = status.warmsUpForLong() || isInTheMiddle(status, nowEpochNanos);
        return isLoaded ? SELDOM : often;
    }

    private static boolean isInTheMiddle(RunStatus status, long nowEpochNanos) {
        return status.phase() == RunPhase.RUNNING
                && nowEpochNanos - status.phaseBegan().get(RunPhase.RUNNING) >= BEGIN.toNanos()
                && status.progressPercent() < NEAR_END_PERCENT;
    }
}
