package io.jgbench.member;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.steady.SteadyRule;
import io.jgbench.coordination.steady.WarmupHistory;
import io.jgbench.coordination.steady.WarmupProgress;
import io.jgbench.coordination.steady.WarmupReading;
import io.jgbench.counters.Compilers;
import io.jgbench.workload.SamplingThread;
import java.util.function.LongSupplier;

/** Reads from time to time how far a warm-up has come, from its start until it is over. */
final class WarmupWatch {
    private final LongSupplier units;
    private final Compilers compilers;
    private final EpochClock clock;
    private final long beganNanos;
    private final long compilerNanosBefore;
    private final SamplingThread sampling;
    private final WarmupHistory history = new WarmupHistory();
    private volatile WarmupProgress progress = WarmupProgress.NONE;

    /** Begins now. */
    WarmupWatch(LongSupplier units, Compilers compilers, EpochClock clock) {
        this.units = units;
        this.compilers = compilers;
        this.clock = clock;
        this.beganNanos = clock.epochNanos();
        this.compilerNanosBefore = compilers.nanos();
        this.sampling = new SamplingThread(this::read, SteadyRule.READING_INTERVAL);
    }

    private void read() {
        long done = units.getAsLong();
        history.add(new WarmupReading(clock.epochNanos() - beganNanos, done, compilers.nanos() - compilerNanosBefore));
        progress = history.progress();
    }

    /** How far it has come. */
    WarmupProgress progress() {
        return progress;
    }

    /** Ends the reading; the progress stays as it is. */
    void finish() throws InterruptedException {
        sampling.finish();
    }
}
