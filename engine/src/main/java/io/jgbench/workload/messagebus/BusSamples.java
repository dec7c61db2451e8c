package io.jgbench.workload.messagebus;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Sample;
import io.jgbench.measure.SampledSeries;
import java.util.LongSummaryStatistics;

/**
 * What was sent, received and waiting so far. It has no rates, and knows the mean and maximum backlog of all samples,
 * those that the series has dropped among them.
 */
final class BusSamples implements SampledSeries.Source<Sample> {
    private final BusPhase phase;
    private final EpochClock clock;
    private final LongSummaryStatistics outBacklogBytes = new LongSummaryStatistics();
    private final LongSummaryStatistics inBacklogBytes = new LongSummaryStatistics();

    BusSamples(BusPhase phase, EpochClock clock) {
        this.phase = phase;
        this.clock = clock;
    }

    @Override
    public synchronized Sample now() {
        Runtime jvm = Runtime.getRuntime();
        var sample = new Sample(
                clock.epochNanos(),
                phase.out(),
                phase.in(),
                phase.answers().responseMessages(),
                phase.outBacklogBytes(),
                phase.inBacklogBytes(),
                phase.errors(),
                jvm.freeMemory(),
                jvm.totalMemory());
        outBacklogBytes.accept(sample.outBacklogBytes());
        inBacklogBytes.accept(sample.inBacklogBytes());
        return sample;
    }

    @Override
    public Sample nothing() {
        var nothing = new TrafficCount().read();
        return new Sample(0, nothing, nothing, 0, 0, 0, 0, 0, 0);
    }

    @Override
    public long epochNanos(Sample sample) {
        return sample.epochNanos();
    }

    @Override
    public Sample rated(Sample sample, Sample before, long elapsedNanos) {
        return sample;
    }

    /** Mean and maximum of what was sent and had no receipt, over all samples; 0 where there are none. */
    synchronized LongSummaryStatistics outBacklogBytes() {
        return copy(outBacklogBytes);
    }

    /** Mean and maximum of what was received and not processed, over all samples; 0 where there are none. */
    synchronized LongSummaryStatistics inBacklogBytes() {
        return copy(inBacklogBytes);
    }

    private static LongSummaryStatistics copy(LongSummaryStatistics of) {
        return of.getCount() == 0
                ? new LongSummaryStatistics(1, 0, 0, 0)
                : new LongSummaryStatistics(of.getCount(), of.getMin(), of.getMax(), of.getSum());
    }
}
