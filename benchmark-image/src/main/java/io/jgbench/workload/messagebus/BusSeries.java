package io.jgbench.workload.messagebus;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.MessageBusReport.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.function.ToLongFunction;

/** Samples of what was sent, received and waiting, one each interval. */
final class BusSeries {
    private final BusPart part;
    private final EpochClock clock;
    private final List<Sample> samples = new ArrayList<>();

    BusSeries(BusPart part, EpochClock clock) {
        this.part = part;
        this.clock = clock;
    }

    /** Adds a sample of now. */
    synchronized void sample() {
        Runtime jvm = Runtime.getRuntime();
        samples.add(new Sample(
                clock.epochNanos(),
                part.out(),
                part.in(),
                part.answers().responseMessages(),
                part.outBacklogBytes(),
                part.inBacklogBytes(),
                part.errors(),
                jvm.freeMemory(),
                jvm.totalMemory()));
    }

    synchronized List<Sample> samples() {
        return List.copyOf(samples);
    }

    /** Mean and maximum of a figure over the samples; all 0 where there are none. */
    synchronized LongSummaryStatistics of(ToLongFunction<Sample> figure) {
        return samples.isEmpty()
                ? new LongSummaryStatistics(1, 0, 0, 0)
                : samples.stream().mapToLong(figure).summaryStatistics();
    }
}
