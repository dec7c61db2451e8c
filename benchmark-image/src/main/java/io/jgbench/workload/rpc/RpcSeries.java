package io.jgbench.workload.rpc;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.RpcReport.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Samples of what was done and served so far, one each interval. */
final class RpcSeries {
    private final Requests requests;
    private final Server server;
    private final EpochClock clock;
    private final List<Sample> samples = new ArrayList<>();

    private long lastNanos;
    private long lastDone;

    RpcSeries(Requests requests, Server server, EpochClock clock) {
        this.requests = requests;
        this.server = server;
        this.clock = clock;
    }

    /** The instant from which the first sample's rate counts. */
    synchronized void begin(long epochNanos) {
        lastNanos = epochNanos;
    }

    /** Adds a sample of now. */
    synchronized void sample() {
        long now = clock.epochNanos();
        long done = requests.done();
        double perSecond = (done - lastDone) * (double) TimeUnit.SECONDS.toNanos(1) / Math.max(1, now - lastNanos);
        Runtime jvm = Runtime.getRuntime();
        samples.add(new Sample(
                now,
                done,
                server.served(),
                Math.round(perSecond),
                requests.timedOut(),
                jvm.freeMemory(),
                jvm.totalMemory()));
        lastNanos = now;
        lastDone = done;
    }

    synchronized List<Sample> samples() {
        return List.copyOf(samples);
    }
}
