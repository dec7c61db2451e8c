package io.jgbench.workload.messagebus;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Sample;
import io.jgbench.workload.BoundedSamples;
import java.util.List;
import java.util.LongSummaryStatistics;

/** Samples of what was sent, received and waiting, one each interval. */
final class BusSeries {
    private final BusPhase phase;
    private final EpochClock clock;
    private final BoundedSamples<Sample> samples = new BoundedSamples<>();

    private final LongSummaryStatistics outBacklogBytes = new LongSummaryStatistics();
    private final LongSummaryStatistics inBacklogBytes = new LongSummaryStatistics();

    BusSeries(BusPhase phase, EpochClock clock) {
        this.phase = phase;
        this.clock = clock;
    }

    /** Adds a sample of now. */
    synchronized void sample() {
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
        samples.add(sample);
        outBacklogBytes.accept(sample.outBacklogBytes());
        inBacklogBytes.accept(sample.inBacklogBytes());
    }

    /** Those that were kept. */
    synchronized List<Sample> samples() {
        return samples.all();
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
