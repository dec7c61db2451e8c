package io.jgbench.workload.datagram;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.datagram.DatagramReport.Sample;
import io.jgbench.datagram.StreamCount;
import io.jgbench.workload.BoundedSamples;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/** Samples of what was sent and received so far, over all trials, one each interval. */
final class DatagramSeries {
    private final EpochClock clock;
    private final BoundedSamples<Sample> samples = new BoundedSamples<>();
    private long beganNanos;
    private PublishRound trial;

    /** What the trials before came to. */
    private Totals before = Totals.NONE;

    DatagramSeries(EpochClock clock) {
        this.clock = clock;
    }

    /** The instant from which the first sample's rates count. */
    synchronized void begin(long epochNanos) {
        beganNanos = epochNanos;
    }

    /** From here on samples are of this trial and of those before, which are over. */
    synchronized void begins(PublishRound next) {
        if (trial != null) {
            before = before.and(trial);
        }
        trial = next;
    }

    /** Adds a sample of now; none as long as no trial has begun. */
    synchronized void sample() {
        if (trial == null) {
            return;
        }
        Totals now = before.and(trial);
        Runtime jvm = Runtime.getRuntime();
        samples.add(new Sample(
                clock.epochNanos(),
                now.sent,
                now.received,
                now.missing,
                now.duplicate,
                now.outOfOrder,
                0,
                0,
                jvm.freeMemory(),
                jvm.totalMemory()));
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

    private record Totals(long sent, long received, long missing, long duplicate, long outOfOrder) {
        static final Totals NONE = new Totals(0, 0, 0, 0, 0);

        Totals and(PublishRound trial) {
            Collection<StreamCount> counts = trial.counts().values();
            return new Totals(
                    sent + trial.sent(),
                    received + sum(counts, StreamCount::received),
                    missing + sum(counts, StreamCount::missing),
                    duplicate + sum(counts, StreamCount::duplicate),
                    outOfOrder + sum(counts, StreamCount::outOfOrder));
        }

        private static long sum(Collection<StreamCount> counts, ToLongFunction<StreamCount> of) {
            return counts.stream().mapToLong(of).sum();
        }
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
