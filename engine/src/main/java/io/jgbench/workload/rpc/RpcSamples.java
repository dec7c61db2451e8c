package io.jgbench.workload.rpc;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.rpc.RpcReport.Sample;
import io.jgbench.measure.SampledSeries;

/** What was done and served so far. */
record RpcSamples(Requests requests, Server server, EpochClock clock) implements SampledSeries.Source<Sample> {
    @Override
    public Sample now() {
        Runtime jvm = Runtime.getRuntime();
        return new Sample(
                clock.epochNanos(),
                requests.done(),
                server.served(),
                0,
                requests.timedOut(),
                jvm.freeMemory(),
                jvm.totalMemory());
    }

    @Override
    public Sample nothing() {
        return new Sample(0, 0, 0, 0, 0, 0, 0);
    }

    @Override
    public long epochNanos(Sample sample) {
        return sample.epochNanos();
    }

    @Override
    public Sample rated(Sample sample, Sample before, long elapsedNanos) {
        return new Sample(
                sample.epochNanos(),
                sample.requestsDone(),
                sample.callsServed(),
                Math.round(SampledSeries.perSecond(sample.requestsDone() - before.requestsDone(), elapsedNanos)),
                sample.timedOut(),
                sample.freeMemoryBytes(),
                sample.totalMemoryBytes());
    }
}
