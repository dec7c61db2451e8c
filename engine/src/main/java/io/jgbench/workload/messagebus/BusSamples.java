package io.jgbench.workload.messagebus;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Sample;
import io.jgbench.measure.SampledSeries;

/** What was sent, received and waiting so far. It has no rates. */
final class BusSamples implements SampledSeries.Source<Sample> {
    private final BusPhase phase;
    private final EpochClock clock;

    BusSamples(BusPhase phase, EpochClock clock) {
        this.phase = phase;
        this.clock = clock;
    }

    @Override
    public Sample now() {
        Runtime jvm = Runtime.getRuntime();
        return new Sample(
                clock.epochNanos(),
                phase.out(),
                phase.in(),
                phase.answers().responseMessages(),
                phase.outBacklogBytes(),
                phase.inBacklogBytes(),
                phase.errors(),
                jvm.freeMemory(),
                jvm.totalMemory());
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
}
