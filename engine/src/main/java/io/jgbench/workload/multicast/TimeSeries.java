package io.jgbench.workload.multicast;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.multicast.MulticastReport.Sample;
import io.jgbench.workload.BoundedSamples;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Samples of what was received and sent so far, one each interval: what perf.Test wrote with {@code -f}. */
final class TimeSeries {
    private final int messageSizeBytes;
    private final LongSupplier received;
    private final LongSupplier sent;
    private final EpochClock clock;
    private final BoundedSamples<Sample> samples = new BoundedSamples<>();

    private long beganNanos;

    /** Reads what was received and sent from the suppliers, which any thread may call. */
    TimeSeries(int messageSizeBytes, LongSupplier received, LongSupplier sent, EpochClock clock) {
        this.messageSizeBytes = messageSizeBytes;
        this.received = received;
        this.sent = sent;
        this.clock = clock;
    }

    /** The instant from which the first sample's rates count. */
    synchronized void begin(long epochNanos) {
        beganNanos = epochNanos;
    }

    /** Adds a sample of now. */
    synchronized void sample() {
        Runtime jvm = Runtime.getRuntime();
        samples.add(new Sample(
                clock.epochNanos(), received.getAsLong(), sent.getAsLong(), 0, 0, jvm.freeMemory(), jvm.totalMemory()));
    }

    /** Those that were kept, each with its rates since the one before it. */
    synchronized List<Sample> samples() {
        List<Sample> rated = new ArrayList<>();
        long lastNanos = beganNanos;
        long lastReceived = 0;
        for (Sample sample : samples.all()) {
            rated.add(rated(sample, sample.messages() - lastReceived, sample.epochNanos() - lastNanos));
            lastNanos = sample.epochNanos();
            lastReceived = sample.messages();
        }
        return rated;
    }

    private Sample rated(Sample sample, long messages, long elapsedNanos) {
        double perSecond = messages * (double) TimeUnit.SECONDS.toNanos(1) / Math.max(1, elapsedNanos);
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
