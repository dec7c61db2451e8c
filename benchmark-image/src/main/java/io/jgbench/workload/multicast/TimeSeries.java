package io.jgbench.workload.multicast;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.MulticastReport.Sample;
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
    private final List<Sample> samples = new ArrayList<>();

    private long lastNanos;
    private long lastReceived;

    /** Reads what was received and sent from the suppliers, which any thread may call. */
    TimeSeries(int messageSizeBytes, LongSupplier received, LongSupplier sent, EpochClock clock) {
        this.messageSizeBytes = messageSizeBytes;
        this.received = received;
        this.sent = sent;
        this.clock = clock;
    }

    /** The instant from which the first sample's rates count. */
    synchronized void begin(long epochNanos) {
        lastNanos = epochNanos;
    }

    /** Adds a sample of now. */
    synchronized void sample() {
        long now = clock.epochNanos();
        long messages = received.getAsLong();
        long elapsed = Math.max(1, now - lastNanos);
        double perSecond = (messages - lastReceived) * (double) TimeUnit.SECONDS.toNanos(1) / elapsed;
        Runtime jvm = Runtime.getRuntime();
        samples.add(new Sample(
                now,
                messages,
                sent.getAsLong(),
                Math.round(perSecond),
                Math.round(perSecond * messageSizeBytes),
                jvm.freeMemory(),
                jvm.totalMemory()));
        lastNanos = now;
        lastReceived = messages;
    }

    synchronized List<Sample> samples() {
        return List.copyOf(samples);
    }
}
