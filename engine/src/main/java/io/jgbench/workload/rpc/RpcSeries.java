package io.jgbench.workload.rpc;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.rpc.RpcReport.Sample;
import io.jgbench.workload.BoundedSamples;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Samples of what was done and served so far, one each interval. */
final class RpcSeries {
    private final Requests requests;
    private final Server server;
    private final EpochClock clock;
    private final BoundedSamples<Sample> samples = new BoundedSamples<>();

    private long beganNanos;

    RpcSeries(Requests requests, Server server, EpochClock clock) {
        this.requests = requests;
        this.server = server;
        this.clock = clock;
    }

    /** The instant from which the first sample's rate counts. */
    synchronized void begin(long epochNanos) {
        beganNanos = epochNanos;
    }

    /** Adds a sample of now. */
    synchronized void sample() {
        Runtime jvm = Runtime.getRuntime();
        samples.add(new Sample(
                clock.epochNanos(),
                requests.done(),
                server.served(),
                0,
                requests.timedOut(),
                jvm.freeMemory(),
                jvm.totalMemory()));
    }

    /** Those that were kept, each with its rate since the one before it. */
    synchronized List<Sample> samples() {
        List<Sample> rated = new ArrayList<>();
        long lastNanos = beganNanos;
        long lastDone = 0;
        for (Sample sample : samples.all()) {
            rated.add(rated(sample, sample.requestsDone() - lastDone, sample.epochNanos() - lastNanos));
            lastNanos = sample.epochNanos();
            lastDone = sample.requestsDone();
        }
        return rated;
    }

    private static Sample rated(Sample sample, long done, long elapsedNanos) {
        return new Sample(
                sample.epochNanos(),
                sample.requestsDone(),
                sample.callsServed(),
                Math.round(done * (double) TimeUnit.SECONDS.toNanos(1) / Math.max(1, elapsedNanos)),
                sample.timedOut(),
                sample.freeMemoryBytes(),
                sample.totalMemoryBytes());
    }
}
