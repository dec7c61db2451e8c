package io.jgbench.workload.messagebus;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.EpochClock;
import io.jgbench.workload.SamplingThread;
import java.time.Duration;
import java.util.LongSummaryStatistics;

/**
 * Mean and maximum of what waits while the bus is loaded, until the time to send is over. It takes samples of its own:
 * those of the time series are as far apart as the user likes, and go on while the last messages are answered.
 */
final class BacklogMeter implements AutoCloseable {
    private static final int SAMPLES = 100;
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofMillis(100);

    private final BusPhase phase;
    private final EpochClock clock;
    private final SamplingThread sampling;

    @GuardedBy("this")
    private final LongSummaryStatistics outBytes = new LongSummaryStatistics();

    @GuardedBy("this")
    private final LongSummaryStatistics inBytes = new LongSummaryStatistics();

    private volatile long endEpochNanos;

    /**
     * One whose thread waits for {@link #begin}.
     *
     * @param duration for how long members send
     */
    BacklogMeter(BusPhase phase, EpochClock clock, Duration duration) {
        this.phase = phase;
        this.clock = clock;
        this.sampling = SamplingThread.waiting(this::sample, interval(duration));
    }

    private static Duration interval(Duration duration) {
        return Duration.ofNanos(Math.clamp(duration.toNanos() / SAMPLES, SHORTEST.toNanos(), LONGEST.toNanos()));
    }

    /** Members send from now on. */
    void begin(long endEpochNanos) {
        this.endEpochNanos = endEpochNanos;
        sampling.begin();
    }

    private synchronized void sample() {
        if (clock.epochNanos() < endEpochNanos) {
            outBytes.accept(phase.outBacklogBytes());
            inBytes.accept(phase.inBacklogBytes());
        }
    }

    /** Of what was sent and had no receipt; 0 where there is no sample. */
    synchronized LongSummaryStatistics outBytes() {
        return copy(outBytes);
    }

    /** Of what was received and not processed; 0 where there is no sample. */
    synchronized LongSummaryStatistics inBytes() {
        return copy(inBytes);
    }

    private static LongSummaryStatistics copy(LongSummaryStatistics of) {
        return of.getCount() == 0
                ? new LongSummaryStatistics(1, 0, 0, 0)
                : new LongSummaryStatistics(of.getCount(), of.getMin(), of.getMax(), of.getSum());
    }

    /** Ends the thread. */
    @Override
    public void close() {
        sampling.close();
    }
}
