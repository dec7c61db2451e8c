package io.jgbench.workload.rpc;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.protocol.LatencyFrom;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.workload.rpc.RpcReport;
import io.jgbench.coordination.workload.rpc.RpcReport.Sample;
import io.jgbench.coordination.workload.rpc.RpcReportBuilder;
import io.jgbench.coordination.workload.rpc.RpcSpec;
import io.jgbench.measure.SampledSeries;
import io.jgbench.workload.Deadline;
import io.jgbench.workload.EndSignal;
import io.jgbench.workload.Instruments;
import io.jgbench.workload.KindedLong;
import io.jgbench.workload.MeasurementStart;
import io.jgbench.workload.Workload;
import io.jgbench.workload.WorkloadContext;
import io.jgbench.workload.WorkloadException;
import io.jgbench.workload.WorkloadResult;
import java.time.Duration;
import java.util.Optional;

/**
 * Every member makes requests to random others and waits for their answers, as the data grids that UnicastTestRpcDist
 * (2011) mimics: a read asks one member, a write goes to several at once and is done when all have answered. Callers
 * that need no {@link #warmUp}, such as the command rpc-test, begin with {@link #prepare}.
 */
public final class RpcWorkload implements Workload {
    private final RpcSpec spec;
    private final EpochClock clock;
    private final Server server;
    private final Requests warmup;
    private final Requests measured;

    /**
     * Looked up and not branched on: code that only warm-up requests had gone through would be thrown away at the first
     * measured one.
     */
    private final Requests[] phases;

    private final CompletionBarrier completion;
    private final SampledSeries<Sample> series;
    private final MeasurementStart begin;
    private volatile Optional<Ready> ready = Optional.empty();
    private volatile long endedAtEpochNanos;
    private volatile CountAtEnd atEnd = new CountAtEnd(0, 0);

    /**
     * What was done when the time was over.
     *
     * @param requests how many requests
     * @param epochNanos when they were counted; 0 as long as the time is not over, and where none ends it
     */
    private record CountAtEnd(long requests, long epochNanos) {}

    /** What {@link #prepare} has made. */
    private record Ready(Callers callers, Instruments instruments) implements AutoCloseable {
        @Override
        public void close() {
            callers.close();
            instruments.close();
        }
    }

    /** The workload of one member; nothing is sent yet. */
    public RpcWorkload(RpcSpec spec, WorkloadContext context) {
        this.spec = spec;
        this.clock = context.clock();
        this.server = new Server(spec, context.members(), context.toOne());
        this.begin = new MeasurementStart(clock);
        this.warmup = new Requests(spec, Optional.empty(), spec.warmup().most(), new EndSignal(), context);
        this.measured = new Requests(spec, Optional.of(begin), spec.length().most(), new EndSignal(), context);
        this.phases = new Requests[] {warmup, measured};
        this.completion = new CompletionBarrier(context.members(), context.toOne());
        this.series = new SampledSeries<>(new RpcSamples(measured, server, clock));
    }

    @Override
    public void receive(byte[] buffer, int offset, int length) {
        if (length < RpcHeader.BYTES) {
            return;
        }
        long header = KindedLong.read(buffer, offset);
        switch (KindedLong.kind(header)) {
            case RpcHeader.READ, RpcHeader.WRITE -> server.serve(header, length);
            case RpcHeader.READ_ANSWER, RpcHeader.WRITE_ANSWER ->
                phases[RpcHeader.phase(RpcHeader.number(header))].answered(header, length);
            case RpcHeader.DONE, RpcHeader.DONE_TOO -> completion.heard(header);
            default -> {}
        }
    }

    @Override
    public void warmUp(Role role, EndSignal enough, Duration timeout) throws WorkloadException, InterruptedException {
        if (spec.warmup().most() > 0) {
            warmup.plan(role);
            enough.whenGiven(warmup.enough()::give);
            callers(warmup).run(role, clock.epochNanos(), timeout, "warm-up");
        }
    }

    @Override
    public void prepare(Role role) {
        if (spec.length() instanceof RunLength.Time) {
            // before the other actions at the end of the time, as callers go on meanwhile
            measured.enough().whenGiven(this::countAtEnd);
        }
        measured.plan(role);
        ready = Optional.of(new Ready(
                callers(measured),
                new Instruments(series, spec.logInterval(), spec.length(), measured.enough(), clock)));
    }

    @Override
    public long warmupUnits() {
        return warmup.done();
    }

    @Override
    public void run(Role role, long beganAtEpochNanos, Duration timeout)
            throws WorkloadException, InterruptedException {
        Deadline deadline = Deadline.after(timeout);
        Callers callers = ready.orElseThrow().callers();
        Instruments instruments = ready.orElseThrow().instruments();
        begin.passed(beganAtEpochNanos);
        instruments.begin(beganAtEpochNanos);
        try {
            callers.run(role, beganAtEpochNanos, timeout, "workload");
            instruments.awaitEnd();
            endedAtEpochNanos = measured.endedAtEpochNanos();
        } finally {
            instruments.finish();
        }
        completion.await(role.index(), deadline.left());
    }

    /** Counting may have to wait for a CPU: what is counted stands for the middle of the time that it takes. */
    private void countAtEnd() {
        long before = clock.epochNanos();
        long done = measured.done();
        atEnd = new CountAtEnd(done, before + (clock.epochNanos() - before) / 2);
    }

    private Callers callers(Requests requests) {
        return new Callers(requests, spec.concurrency(), spec.requestTimeout());
    }

    @Override
    public void close() {
        ready.ifPresent(Ready::close);
    }

    @Override
    public Progress progress() {
        long done = measured.done();
        return new Progress(done, expected(done), measured.begun());
    }

    /** In a run with a duration: the number of requests by its end, if the rate so far continues. */
    private long expected(long done) {
        long began = begin.epochNanos();
        if (!(spec.length() instanceof RunLength.Time(var duration)) || began == 0 || endedAtEpochNanos != 0) {
            return measured.count();
        }
        return Progress.expected(done, clock.epochNanos() - began, duration);
    }

    @Override
    public WorkloadResult<RpcReport> result() {
        long began = begin.epochNanos();
        long ended = endedAtEpochNanos;
        CountAtEnd timed = atEnd;
        return new WorkloadResult<>(
                began,
                RpcReportBuilder.builder()
                        .requests(measured.count())
                        .readsDone(measured.readsDone())
                        .writesDone(measured.writesDone())
                        .timedOut(measured.timedOut())
                        .failed(measured.failed())
                        .callsSent(measured.callsSent())
                        .callsAnswered(measured.callsAnswered())
                        .answersLate(measured.answersLate())
                        .callsServed(server.served())
                        .payloadBytes(spec.payloadBytes())
                        .latencyFrom(spec.targetRate().isPresent() ? LatencyFrom.INTENDED_SEND : LatencyFrom.SEND)
                        .endedAtEpochNanos(began != 0 && ended == 0 ? clock.epochNanos() : ended)
                        .timedRequests(timed.requests())
                        .timedUntilEpochNanos(timed.epochNanos())
                        .readHistogram(HistogramText.encode(measured.reads()))
                        .writeHistogram(HistogramText.encode(measured.writes()))
                        .openLoop(measured.lateness())
                        .samples(series.samples())
                        .build());
    }
}
