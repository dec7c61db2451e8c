package io.jgbench.workload;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.measure.SampledSeries;
import java.time.Duration;
import java.util.Optional;

/**
 * What accompanies the measured part in threads of its own: the sampling of its time series, and its end where it lasts
 * a time. To be made in {@link Workload#prepare}; the threads wait for {@link #begin}.
 */
public final class Instruments implements AutoCloseable {
    private final SampledSeries<?> series;
    private final SamplingThread sampling;
    private final Optional<Ending> ending;

    private record Ending(EndTimer timer, Duration after) {}

    /**
     * Those of a measured part that ends by itself.
     *
     * @param interval time between two samples
     */
    public Instruments(SampledSeries<?> series, Duration interval) {
        this(series, interval, Optional.empty());
    }

    /**
     * Those of a measured part that is told when it lasts a time and that is over.
     *
     * @param interval time between two samples
     * @param enough is given when the time is over
     */
    public Instruments(
            SampledSeries<?> series, Duration interval, RunLength length, EndSignal enough, EpochClock clock) {
        this(
                series,
                interval,
                switch (length) {
                    case RunLength.Units _ -> Optional.empty();
                    case RunLength.Time(var duration) -> Optional.of(new Ending(new EndTimer(clock, enough), duration));
                });
    }

    private Instruments(SampledSeries<?> series, Duration interval, Optional<Ending> ending) {
        this.series = series;
        this.sampling = SamplingThread.waiting(series::sample, interval);
        this.ending = ending;
    }

    /** The measured part begins. */
    public void begin(long beganAtEpochNanos) {
        series.begin(beganAtEpochNanos);
        sampling.begin();
        // no lambda, which would be linked now: milliseconds of start skew
        if (ending.isPresent()) {
            Ending it = ending.get();
            it.timer().begin(beganAtEpochNanos + it.after().toNanos());
        }
    }

    /** Returns when the time is over; at once where none ends the measured part. */
    public void awaitEnd() throws InterruptedException {
        if (ending.isPresent()) {
            ending.get().timer().await();
        }
    }

    /** Takes the last sample and ends the threads. */
    public void finish() throws InterruptedException {
        ending.ifPresent(it -> it.timer().close());
        sampling.finish();
    }

    /** Ends the threads, without another sample. */
    @Override
    public void close() {
        ending.ifPresent(it -> it.timer().close());
        sampling.close();
    }
}
