package io.jgbench.workload.multicast;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.multicast.MulticastReport.Sample;
import io.jgbench.measure.SampledSeries;
import java.util.function.LongSupplier;

/**
 * What was received and sent so far: what perf.Test wrote with {@code -f}.
 *
 * @param received messages received, asked by any thread
 * @param sent messages sent, asked by any thread
 */
record MulticastSamples(int messageSizeBytes, LongSupplier received, LongSupplier sent, EpochClock clock)
        implements SampledSeries.Source<Sample> {
    @Override
    public Sample now() {
        Runtime jvm = Runtime.getRuntime();
        return new Sample(
                clock.epochNanos(), received.getAsLong(), sent.getAsLong(), 0, 0, jvm.freeMemory(), jvm.totalMemory());
    }

    @Override
    public Sample nothing() {
        return new Sample(0, 0, 0, 0, 0, 0, 0);
    }

    @Override
    public long epochNanos(Sample sample) {
        return sample.epochNanos();
    }

    @Override
    public Sample rated(Sample sample, Sample before, long elapsedNanos) {
        double perSecond = SampledSeries.perSecond(sample.messages() - before.messages(), elapsedNanos);
        return new Sample(
                sample.epochNanos(),
                sample.messages(),
                sample.sent(),
                Math.round(perSecond),
                Math.round(perSecond * messageSizeBytes),
                sample.freeMemoryBytes(),
                sample.totalMemoryBytes());
    }
}
