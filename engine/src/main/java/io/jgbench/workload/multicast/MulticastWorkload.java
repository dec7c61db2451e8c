package io.jgbench.workload.multicast;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.workload.multicast.MulticastReport;
import io.jgbench.coordination.workload.multicast.MulticastReport.Sample;
import io.jgbench.coordination.workload.multicast.MulticastReportBuilder;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import io.jgbench.measure.ArrivalSequence;
import io.jgbench.measure.Pace;
import io.jgbench.measure.SampledSeries;
import io.jgbench.transport.MessageSender;
import io.jgbench.workload.EndSignal;
import io.jgbench.workload.Instruments;
import io.jgbench.workload.KindedLong;
import io.jgbench.workload.Lateness;
import io.jgbench.workload.MeasurementStart;
import io.jgbench.workload.PacedTurns;
import io.jgbench.workload.Workload;
import io.jgbench.workload.WorkloadContext;
import io.jgbench.workload.WorkloadException;
import io.jgbench.workload.WorkloadResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * S of N members send M messages each to all; every receiver's timer runs from its first to its last message. The
 * definition is that of perf.Test (2006, 2008); order, loss and duplicates are checked beyond it. Where a duration is
 * given instead of M, the receiver's timer runs from its first message to the end of the duration.
 */
public final class MulticastWorkload implements Workload {
    private static final int NOBODY = -1;
    private static final long WARMUP_SAMPLES = 1024;

    private final MulticastSpec spec;
    private final int members;
    private final boolean reliable;
    private final MessageSender transport;
    private final EpochClock clock;
    private final MessageFlow warmup;
    private final MessageFlow measured;

    /**
     * By the kind of a message. Looked up and not branched on: code that only warm-up messages had gone through would
     * be thrown away at the first measured one.
     */
    private final MessageFlow[] flows;

    private final ProcessingDelay processingDelay;
    private final SampledSeries<Sample> series;
    private final EndSignal enough = new EndSignal();
    private final MeasurementStart begin;

    private volatile Role role = new Role(NOBODY, false);
    private Runnable whenBegun = () -> {};
    private volatile Optional<Instruments> instruments = Optional.empty();
    private volatile SendingMember sending = new SendingMember(List.of(), new EndSignal(), () -> {});
    private volatile Optional<Lateness> lateness = Optional.empty();
    private volatile CountAtEnd atEnd = new CountAtEnd(0, 0, 0);

    /**
     * What had arrived when the time was over.
     *
     * @param messages how many messages
     * @param own those that this member had sent itself
     * @param epochNanos when they were counted; 0 as long as the time is not over
     */
    private record CountAtEnd(long messages, long own, long epochNanos) {}

    /** The workload of one member; nothing is sent yet. */
    public MulticastWorkload(MulticastSpec spec, WorkloadContext context) {
        this.spec = spec;
        this.members = context.members();
        this.reliable = context.reliable();
        this.transport = context.toAll();
        this.clock = context.clock();
        this.warmup = flow(MulticastHeader.WARMUP, spec.warmup().most(), context.members());
        this.measured = flow(MulticastHeader.MEASURED, spec.length().most(), context.members());
        this.flows = new MessageFlow[KindedLong.KINDS];
        flows[MulticastHeader.WARMUP] = warmup;
        flows[MulticastHeader.WARMUP_END] = warmup;
        flows[MulticastHeader.MEASURED] = measured;
        flows[MulticastHeader.MEASURED_END] = measured;
        this.processingDelay = ProcessingDelay.of(spec.processingDelay());
        this.begin = new MeasurementStart(clock);
        this.series = new SampledSeries<>(
                new MulticastSamples(spec.messageSizeBytes(), measured::received, () -> sending.sent(), clock));
    }

    private MessageFlow flow(int kind, long messagesPerSender, int members) {
        return new MessageFlow(
                kind,
                members,
                spec.senders(),
                spec.senderThreads(),
                messagesPerSender,
                reliable,
                spec.messageSizeBytes() < MulticastHeader.STAMPED_BYTES ? 0 : spec.latencySampleInterval(),
                clock);
    }

    @Override
    public void receive(byte[] buffer, int offset, int length) {
        if (length < MulticastHeader.BYTES) {
            return;
        }
        long header = KindedLong.read(buffer, offset);
        int kind = KindedLong.kind(header);
        MessageFlow flow = flows[kind];
        if (flow == null) {
            return;
        }
        if (kind != flow.kind()) {
            flow.end(header);
        } else if (length == spec.messageSizeBytes() && flow.receive(header, buffer, offset)) {
            processingDelay.await();
        }
    }

    @Override
    public void warmUp(Role role, EndSignal enough, Duration timeout) throws WorkloadException, InterruptedException {
        long deadlineEpochNanos = clock.epochNanos() + timeout.toNanos();
        if (spec.warmup().most() > 0) {
            timeRoundTrips(warmup, role, spec.warmup().most(), WARMUP_SAMPLES);
            var warmupLateness = new Lateness();
            try (var warming =
                    sender(role, warmup, spec.warmup().most(), MulticastHeader.WARMUP_END, enough, warmupLateness)) {
                begin(warming, warmupLateness, clock.epochNanos());
                warming.run(() -> {});
                drain(warming, warmup).await(deadlineEpochNanos, "warm-up");
            }
        }
    }

    @Override
    public long warmupUnits() {
        return warmup.received();
    }

    @Override
    public void prepare(Role role) {
        timeRoundTrips(measured, role, spec.length().most(), RoundTripTimer.NEVER);
        this.role = role;
        var measuredLateness = new Lateness();
        // before the other actions at the end of the time: the threads stop at that instant
        sending = sender(role, measured, spec.length().most(), MulticastHeader.MEASURED_END, enough, measuredLateness);
        if (spec.length() instanceof RunLength.Time) {
            enough.whenGiven(this::countAtEnd);
        }
        instruments = Optional.of(new Instruments(series, spec.logInterval(), spec.length(), enough, clock));
        lateness = spec.targetRate().filter(_ -> role.sender()).map(_ -> measuredLateness);
        enough.whenGiven(() -> measuredLateness.over(clock.epochNanos()));
    }

    private static void begin(SendingMember member, Lateness lateness, long epochNanos) {
        lateness.begin(epochNanos);
        member.begin(epochNanos);
    }

    private void timeRoundTrips(MessageFlow flow, Role role, long messagesPerSender, long mostBeforeForgotten) {
        boolean isTimed = role.sender() && spec.latencySampleInterval() > 0;
        flow.timeRoundTrips(
                role.index(),
                IntStream.range(0, isTimed ? spec.senderThreads() : 0)
                        .mapToObj(i -> new RoundTripTimer(
                                MessageFlow.messagesOf(i, spec.senderThreads(), messagesPerSender),
                                spec.latencySampleInterval(),
                                mostBeforeForgotten,
                                clock))
                        .toArray(RoundTripTimer[]::new));
    }

    @Override
    public void whenBegun(Runnable begun) {
        whenBegun = begun;
        if (!role.sender()) {
            begun.run();
        }
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // the scheduler is what the yield is about
    public void run(Role role, long beganAtEpochNanos, Duration timeout)
            throws WorkloadException, InterruptedException {
        SendingMember member = sending;
        Instruments accompanying = instruments.orElseThrow();
        begin.passed(beganAtEpochNanos);
        // Where members share a core, the others begin before this one keeps it for a scheduler's slice: milliseconds.
        Thread.yield();
        accompanying.begin(beganAtEpochNanos);
        if (lateness.isPresent()) {
            begin(member, lateness.get(), beganAtEpochNanos);
        }
        try {
            member.run(whenBegun);
            accompanying.awaitEnd();
            drain(member, measured).await(beganAtEpochNanos + timeout.toNanos(), "workload");
        } finally {
            accompanying.finish();
        }
    }

    @Override
    public void close() {
        instruments.ifPresent(Instruments::close);
        sending.close();
    }

    /** Counting may have to wait for a CPU: what is counted stands for the middle of the time that it takes. */
    private void countAtEnd() {
        long before = clock.epochNanos();
        long own = measured.receivedFrom(role.index());
        long received = measured.received();
        atEnd = new CountAtEnd(received, own, before + (clock.epochNanos() - before) / 2);
    }

    private MulticastDrain drain(SendingMember member, MessageFlow flow) {
        return new MulticastDrain(member, flow, reliable, spec.longestPause(), clock);
    }

    private SendingMember sender(
            Role role, MessageFlow flow, long messagesPerSender, int endKind, EndSignal enough, Lateness late) {
        int threads = role.sender() ? spec.senderThreads() : 0;
        var ended = new EndSignal();
        enough.whenGiven(ended::give);
        List<StreamSender> streams = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            streams.add(new StreamSender(
                    transport,
                    flow.kind(),
                    endKind,
                    role.index(),
                    i,
                    MessageFlow.messagesOf(i, threads, messagesPerSender),
                    ended,
                    spec.messageSizeBytes(),
                    flow.latency(i),
                    turns(role, i, ended, late),
                    flow == warmup));
        }
        return new SendingMember(streams, ended, flow == measured ? begin::sending : () -> {});
    }

    private Optional<PacedTurns> turns(Role role, int thread, EndSignal ended, Lateness late) {
        return spec.targetRate()
                .map(rate -> new PacedTurns(
                        new Pace(arrivals(spec, rate, role.index(), members, thread), clock), late, clock, ended));
    }

    /**
     * When a thread's messages are due: those of a sender's threads lie between each other. The first thread alone has
     * a message at the start: were each thread's first one due then, nothing would be for as many gaps as there are
     * threads.
     *
     * @param rate messages a second of all threads of the sender
     * @param member the sender's place among all members
     */
    static ArrivalSequence arrivals(MulticastSpec spec, int rate, int member, int members, int thread) {
        int threads = spec.senderThreads();
        double perSecond = (double) rate / threads;
        double later = (double) member / members;
        long seed = (long) member * threads + thread;
        ArrivalSequence arrivals = switch (spec.arrivals()) {
            case EVEN -> ArrivalSequence.shifted(perSecond, (double) thread / threads);
            case STAGGERED -> ArrivalSequence.shifted(perSecond, (thread + later) / threads);
            case POISSON -> ArrivalSequence.random(perSecond, seed);
        };
        return thread == 0 ? arrivals.fromStart() : arrivals;
    }

    @Override
    public Progress progress() {
        long received = measured.received();
        return new Progress(received, expected(received), sending.sent());
    }

    /** In a run with a duration: the number of messages by its end, if the rate so far continues. */
    private long expected(long received) {
        long began = begin.epochNanos();
        if (!(spec.length() instanceof RunLength.Time(var duration)) || began == 0 || enough.isGiven()) {
            return measured.expected();
        }
        return Progress.expected(received, clock.epochNanos() - began, duration);
    }

    @Override
    public WorkloadResult<MulticastReport> result() {
        long received = measured.received();
        boolean byTime = spec.length() instanceof RunLength.Time;
        return new WorkloadResult<>(
                begin.epochNanos(),
                MulticastReportBuilder.builder()
                        .sender(role.sender())
                        .sentMessages(sending.sent())
                        .receivedMessages(received)
                        .expectedMessages(measured.expected())
                        .messageSizeBytes(spec.messageSizeBytes())
                        .firstReceivedEpochNanos(measured.firstNanos())
                        .lastReceivedEpochNanos(measured.lastNanos())
                        .timedMessages(byTime ? atEnd.messages() : received)
                        .timedOwnMessages(byTime ? atEnd.own() : measured.receivedFrom(role.index()))
                        .timedUntilEpochNanos(byTime ? atEnd.epochNanos() : measured.lastNanos())
                        .streams(measured.reports())
                        .latencyHistogram(HistogramText.encode(measured.latencyHistogram()))
                        .deliveries(measured.deliveries())
                        .openLoop(lateness.map(Lateness::report))
                        .samples(series.samples())
                        .build());
    }
}
