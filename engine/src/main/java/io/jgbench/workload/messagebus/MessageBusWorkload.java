package io.jgbench.workload.messagebus;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.protocol.LatencyFrom;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.messagebus.MessageBusReport;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Backlog;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Sample;
import io.jgbench.coordination.workload.messagebus.MessageBusReportBuilder;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec;
import io.jgbench.measure.SampledSeries;
import io.jgbench.transport.TransportException;
import io.jgbench.workload.EndSignal;
import io.jgbench.workload.Instruments;
import io.jgbench.workload.KindedLong;
import io.jgbench.workload.MeasurementStart;
import io.jgbench.workload.Workload;
import io.jgbench.workload.WorkloadContext;
import io.jgbench.workload.WorkloadException;
import io.jgbench.workload.WorkloadResult;
import java.time.Duration;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Streams of messages from some members to others, some of which are answered and timed, or requests and responses, as
 * Coherence's message bus test has them; order and loss are checked beyond it.
 */
public final class MessageBusWorkload implements Workload {
    private static final Duration POLITE_POLL = Duration.ofMillis(1);
    private static final int[] NOBODY = {};

    private final MessageBusSpec spec;
    private final boolean reliable;
    private final EpochClock clock;
    private final Routes routes;
    private final Responder responder;
    private final BusPhase warmup;
    private final BusPhase measured;

    /**
     * Looked up and not branched on: code that only warm-up messages had gone through would be thrown away at the first
     * measured one.
     */
    private final BusPhase[] phases;

    private final SampledSeries<Sample> series;
    private final MeasurementStart begin;
    private volatile int[] destinations = NOBODY;
    private volatile int self = -1;
    private volatile Runnable beforeFirst = () -> {};
    private volatile Optional<Instruments> instruments = Optional.empty();
    private volatile Optional<BacklogMeter> backlog = Optional.empty();
    private volatile long sentAtEpochNanos;
    private volatile long warmupAnswersLost;
    private volatile long endedAtEpochNanos;

    /** The workload of one member; nothing is sent yet. */
    public MessageBusWorkload(MessageBusSpec spec, WorkloadContext context) {
        spec.checkMembers(context.members());
        this.spec = spec;
        this.reliable = context.reliable();
        this.clock = context.clock();
        this.routes = new Routes(spec, context.members());
        this.begin = new MeasurementStart(clock);
        this.responder = new Responder(context.toOne(), spec.largestMessageBytes());
        this.warmup = phase(context, BusHeader.WARMUP);
        this.measured = phase(context, BusHeader.MEASURED);
        this.phases = new BusPhase[] {warmup, measured};
        warmup.startProcessing();
        this.series = new SampledSeries<>(new BusSamples(measured, clock));
    }

    private BusPhase phase(WorkloadContext context, int phase) {
        return new BusPhase(
                spec,
                new BusPhase.Wiring(
                        phase,
                        context.toOne(),
                        responder,
                        () -> destinations,
                        context.reliable(),
                        false,
                        Optional.empty(),
                        clock));
    }

    @Override
    public void receive(byte[] buffer, int offset, int length) {
        if (length < BusHeader.BYTES) {
            return;
        }
        long header = BusHeader.header(buffer, offset);
        int kind = KindedLong.kind(header);
        if (kind < BusHeader.MESSAGE || kind > BusHeader.END_HEARD) {
            return;
        }
        int from = kind == BusHeader.RESPONSE || kind == BusHeader.RECEIPT || kind == BusHeader.END_HEARD
                ? BusHeader.receiver(header)
                : BusHeader.sender(header);
        phases[BusHeader.phase(header)].receive(from, buffer, offset, length);
    }

    @Override
    public long warmupUnits() {
        return warmup.received() + warmup.out().messages();
    }

    @Override
    public void warmUp(Role role, EndSignal enough, Duration timeout) throws WorkloadException, InterruptedException {
        self = role.index();
        destinations = routes.destinations(self);
        if (routes.relays(self)) {
            int target = routes.relayTarget(self);
            warmup.relay(self, _ -> target);
            measured.relay(self, _ -> target);
        }
        if (spec.warmup().most() > 0) {
            prepare(warmup);
            enough.whenGiven(warmup::stopSending);
            long began = clock.epochNanos();
            boolean untilSteady = spec.warmup() instanceof Warmup.Steady;
            long end = untilSteady ? Long.MAX_VALUE : began + spec.duration().toNanos();
            long messagesOfThread =
                    Math.ceilDiv(spec.warmup().most(), spec.sending().threads());
            transmit(warmup, messagesOfThread, began, end, () -> {}, "warm-up");
            new BusDrain(warmup, routes, self, reliable, clock).await(true, began + timeout.toNanos(), "warm-up");
        }
    }

    @Override
    public void prepare(Role role) {
        instruments = Optional.of(new Instruments(series, spec.reportInterval()));
        backlog = Optional.of(new BacklogMeter(measured, clock, spec.duration()));
        warmupAnswersLost = answersLost();
        beforeFirst = waitsForOthers() ? () -> {} : begin::sending;
        // nothing of the warm-up may run beside the measured part
        warmup.endProcessing();
        measured.startProcessing();
        prepare(measured);
    }

    private long answersLost() {
        return responder.failed() + responder.dropped();
    }

    private void prepare(BusPhase phase) {
        if (destinations.length > 0) {
            phase.prepare(self, routes.members());
        }
    }

    @Override
    public void run(Role role, long beganAtEpochNanos, Duration timeout)
            throws WorkloadException, InterruptedException {
        begin.passed(beganAtEpochNanos);
        Instruments accompanying = instruments.orElseThrow();
        accompanying.begin(beganAtEpochNanos);
        long end = beganAtEpochNanos + spec.duration().toNanos();
        backlog.orElseThrow().begin(end);
        try {
            long first = beganAtEpochNanos;
            if (waitsForOthers()) {
                awaitFirstMessage(end);
                // what would have been due while it waited is not owed
                first = clock.epochNanos();
            }
            transmit(measured, Long.MAX_VALUE, first, end, beforeFirst, "workload");
            sentAtEpochNanos = clock.epochNanos();
            new BusDrain(measured, routes, self, reliable, clock)
                    .await(true, beganAtEpochNanos + timeout.toNanos(), "workload");
            endedAtEpochNanos = clock.epochNanos();
        } finally {
            accompanying.finish();
        }
    }

    @Override
    public void close() {
        instruments.ifPresent(Instruments::close);
        backlog.ifPresent(BacklogMeter::close);
        warmup.close();
        measured.close();
        responder.close();
    }

    private boolean waitsForOthers() {
        return spec.sending().polite() && self > 0;
    }

    private void awaitFirstMessage(long endEpochNanos) throws InterruptedException {
        while (measured.received() == 0 && clock.epochNanos() < endEpochNanos) {
            LockSupport.parkNanos(this, POLITE_POLL.toNanos());
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    private void transmit(BusPhase phase, long limit, long began, long end, Runnable beforeFirst, String what)
            throws WorkloadException, InterruptedException {
        if (destinations.length == 0) {
            return;
        }
        try {
            phase.transmit(self, limit, began, end, beforeFirst);
        } catch (TransportException e) {
            throw new WorkloadException(
                    "sending stopped in the " + what + " after " + phase.out().messages() + " messages: "
                            + e.getMessage(),
                    e);
        }
    }

    @Override
    public Progress progress() {
        long began = begin.epochNanos();
        long received = measured.received();
        long sent = measured.sent();
        long elapsed = Math.max(1, clock.epochNanos() - began);
        long duration = spec.duration().toNanos();
        if (began == 0 || endedAtEpochNanos != 0 || elapsed >= duration) {
            return new Progress(received, received, sent);
        }
        // nobody knows how many there will be: as many a second as so far
        return new Progress(received, Math.round(received * ((double) duration / elapsed)), sent);
    }

    @Override
    public Flow flow() {
        long received = measured.received();
        long sent = measured.sent();
        return new Flow(routes.sources(self).length == 0 ? sent : received, sent);
    }

    @Override
    public WorkloadResult<MessageBusReport> result() {
        long began = begin.epochNanos();
        long ended = endedAtEpochNanos;
        long first = measured.streams().firstNanos();
        long last = measured.streams().lastNanos();
        long sent = destinations.length == 0 ? began : sentAtEpochNanos;
        return new WorkloadResult<>(
                began,
                MessageBusReportBuilder.builder()
                        .sender(destinations.length > 0)
                        .out(measured.out())
                        .in(measured.in())
                        .activeNanos(began == 0 ? 0 : Math.max(0, Math.max(sent, last) - began))
                        .firstToLastNanos(measured.received() < 2 ? 0 : Math.max(0, last - first))
                        .sent(measured.sent(destinations, self < 0 ? -1 : routes.relayTarget(self)))
                        .received(measured.streams().received(routes.members()))
                        .responsesExpected(measured.asked())
                        .responses(measured.answers().responseMessages())
                        .receipts(measured.answers().receipts())
                        .outBacklog(backlog(
                                measured.outHeldBack(),
                                destinations.length > 0 ? spec.sending().threads() : 0,
                                backlog.map(BacklogMeter::outBytes)))
                        .inBacklog(
                                backlog(measured.inHeldBack(), receivingThreads(), backlog.map(BacklogMeter::inBytes)))
                        .errors(measured.errors() + answersLost() - warmupAnswersLost)
                        .latencyFrom(
                                spec.sending().bytesPerSecond().isPresent()
                                        ? LatencyFrom.INTENDED_SEND
                                        : LatencyFrom.SEND)
                        .endedAtEpochNanos(began != 0 && ended == 0 ? clock.epochNanos() : ended)
                        .responseHistogram(
                                HistogramText.encode(measured.answers().responseNanos()))
                        .receiptHistogram(
                                HistogramText.encode(measured.answers().receiptNanos()))
                        .openLoop(destinations.length > 0 ? measured.openLoop() : Optional.empty())
                        .samples(series.samples())
                        .build());
    }

    /**
     * What comes from one member is handed over by one thread at a time, which waits where an rx thread is behind; what
     * that one passed on is for none.
     */
    private int receivingThreads() {
        return spec.processing().threads() == 0 ? 0 : Math.max(1, routes.sources(self).length);
    }

    private Backlog backlog(Backpressure backpressure, int threads, Optional<LongSummaryStatistics> bytes) {
        return new Backlog(
                backpressure.events(),
                backpressure.nanos(),
                threads,
                bytes.map(it -> Math.round(it.getAverage())).orElse(0L),
                bytes.map(LongSummaryStatistics::getMax).orElse(0L));
    }
}
