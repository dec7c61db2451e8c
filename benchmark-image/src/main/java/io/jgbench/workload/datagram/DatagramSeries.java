package io.jgbench.workload.datagram;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.DatagramReport.Sample;
import io.jgbench.datagram.StreamCount;
import io.jgbench.workload.BoundedSamples;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/** Samples of what a trial sent and received so far, one each interval. */
final class DatagramSeries {
    private final EpochClock clock;
    private final BoundedSamples<Sample> samples = new BoundedSamples<>();
    private long beganNanos;

    DatagramSeries(EpochClock clock) {
        this.clock = clock;
    }

    /** The instant from which the first sample's rates count. */
    synchronized void begin(long epochNanos) {
        beganNanos = epochNanos;
    }

    /** Adds a sample of now. */
    void sample(Trial trial) {
        Collection<StreamCount> counts = trial.counts().values();
        long sent = trial.sent();
        synchronized (this) {
            Runtime jvm = Runtime.getRuntime();
            samples.add(new Sample(
                    clock.epochNanos(),
                    sent,
                    sum(counts, StreamCount::received),
                    sum(counts, StreamCount::missing),
                    sum(counts, StreamCount::duplicate),
                    sum(counts, StreamCount::outOfOrder),
                    0,
                    0,
                    jvm.freeMemory(),
                    jvm.totalMemory()));
        }
    }

    private static long sum(Collection<StreamCount> counts, ToLongFunction<StreamCount> of) {
        return counts.stream().mapToLong(of).sum();
    }

    /** Those that were kept, each with its rates since the one before it. */
    synchronized List<Sample> samples() {
        List<Sample> rated = new ArrayList<>();
        long lastNanos = beganNanos;
        long lastSent = 0;
        long lastReceived = 0;
        for (Sample sample : samples.all()) {
            double perSecond = (double) TimeUnit.SECONDS.toNanos(1) / Math.max(1, sample.epochNanos() - lastNanos);
            rated.add(rated(
                    sample,
                    Math.round((sample.sent() - lastSent) * perSecond),
                    Math.round((sample.received() - lastReceived) * perSecond)));
            lastNanos = sample.epochNanos();
            lastSent = sample.sent();
            lastReceived = sample.received();
        }
        return rated;
    }

    private static Sample rated(Sample sample, long sentPerSecond, long receivedPerSecond) {
        return new Sample(
                sample.epochNanos(),
                sample.sent(),
                sample.received(),
                sample.missing(),
                sample.duplicate(),
                sample.outOfOrder(),
                sentPerSecond,
                receivedPerSecond,
                sample.freeMemoryBytes(),
                sample.totalMemoryBytes());
    }
}
