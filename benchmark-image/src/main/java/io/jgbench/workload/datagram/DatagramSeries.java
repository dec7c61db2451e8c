package io.jgbench.workload.datagram;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.DatagramReport.Sample;
import io.jgbench.datagram.StreamCount;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/** Samples of what a trial sent and received so far, one each interval. */
final class DatagramSeries {
    private final EpochClock clock;
    private final List<Sample> samples = new ArrayList<>();
    private long lastNanos;
    private long lastSent;
    private long lastReceived;

    DatagramSeries(EpochClock clock) {
        this.clock = clock;
    }

    /** The instant from which the first sample's rates count. */
    synchronized void begin(long epochNanos) {
        lastNanos = epochNanos;
    }

    /** Adds a sample of now. */
    void sample(Trial trial) {
        Collection<StreamCount> counts = trial.counts().values();
        long sent = trial.sent();
        synchronized (this) {
            long now = clock.epochNanos();
            long received = sum(counts, StreamCount::received);
            double perNano = (double) TimeUnit.SECONDS.toNanos(1) / Math.max(1, now - lastNanos);
            Runtime jvm = Runtime.getRuntime();
            samples.add(new Sample(
                    now,
                    sent,
                    received,
                    sum(counts, StreamCount::missing),
                    sum(counts, StreamCount::duplicate),
                    sum(counts, StreamCount::outOfOrder),
                    Math.round((sent - lastSent) * perNano),
                    Math.round((received - lastReceived) * perNano),
                    jvm.freeMemory(),
                    jvm.totalMemory()));
            lastNanos = now;
            lastSent = sent;
            lastReceived = received;
        }
    }

    private static long sum(Collection<StreamCount> counts, ToLongFunction<StreamCount> of) {
        return counts.stream().mapToLong(of).sum();
    }

    synchronized List<Sample> samples() {
        return List.copyOf(samples);
    }
}
