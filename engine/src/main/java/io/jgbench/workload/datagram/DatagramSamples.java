package io.jgbench.workload.datagram;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.datagram.DatagramReport.Sample;
import io.jgbench.datagram.StreamCount;
import io.jgbench.measure.SampledSeries;
import java.util.Collection;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** What was sent and received so far, over all measured rounds. */
final class DatagramSamples implements SampledSeries.Source<Sample> {
    private final EpochClock clock;

    @GuardedBy("this")
    private Optional<PublishRound> round = Optional.empty();

    /** What the rounds before came to. */
    @GuardedBy("this")
    private Totals before = Totals.NONE;

    DatagramSamples(EpochClock clock) {
        this.clock = clock;
    }

    /** From here on samples are of this round and of those before, which are over. */
    synchronized void begins(PublishRound next) {
        before = totals();
        round = Optional.of(next);
    }

    @GuardedBy("this")
    private Totals totals() {
        return round.map(before::and).orElse(before);
    }

    @Override
    public synchronized Sample now() {
        Totals now = totals();
        Runtime jvm = Runtime.getRuntime();
        return new Sample(
                clock.epochNanos(),
                now.sent,
                now.received,
                now.missing,
                now.duplicate,
                now.outOfOrder,
                0,
                0,
                jvm.freeMemory(),
                jvm.totalMemory());
    }

    @Override
    public Sample nothing() {
        return new Sample(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    @Override
    public long epochNanos(Sample sample) {
        return sample.epochNanos();
    }

    @Override
    public Sample rated(Sample sample, Sample earlier, long elapsedNanos) {
        return new Sample(
                sample.epochNanos(),
                sample.sent(),
                sample.received(),
                sample.missing(),
                sample.duplicate(),
                sample.outOfOrder(),
                Math.round(SampledSeries.perSecond(sample.sent() - earlier.sent(), elapsedNanos)),
                Math.round(SampledSeries.perSecond(sample.received() - earlier.received(), elapsedNanos)),
                sample.freeMemoryBytes(),
                sample.totalMemoryBytes());
    }

    private record Totals(long sent, long received, long missing, long duplicate, long outOfOrder) {
        static final Totals NONE = new Totals(0, 0, 0, 0, 0);

        Totals and(PublishRound round) {
            Collection<StreamCount> counts = round.counts().values();
            return new Totals(
                    sent + round.sent(),
                    received + sum(counts, StreamCount::received),
                    missing + sum(counts, StreamCount::missing),
                    duplicate + sum(counts, StreamCount::duplicate),
                    outOfOrder + sum(counts, StreamCount::outOfOrder));
        }

        private static long sum(Collection<StreamCount> counts, ToLongFunction<StreamCount> of) {
            return counts.stream().mapToLong(of).sum();
        }
    }
}
