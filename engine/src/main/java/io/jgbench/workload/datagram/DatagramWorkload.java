package io.jgbench.workload.datagram;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.datagram.DatagramReport;
import io.jgbench.coordination.workload.datagram.DatagramReport.Inbound;
import io.jgbench.coordination.workload.datagram.DatagramReport.Outbound;
import io.jgbench.coordination.workload.datagram.DatagramReport.Sample;
import io.jgbench.coordination.workload.datagram.DatagramReport.Socket;
import io.jgbench.coordination.workload.datagram.DatagramReportBuilder;
import io.jgbench.coordination.workload.datagram.DatagramReportInboundBuilder;
import io.jgbench.coordination.workload.datagram.DatagramSpec;
import io.jgbench.datagram.Listener;
import io.jgbench.datagram.Load;
import io.jgbench.datagram.Publisher;
import io.jgbench.datagram.SlotMeter;
import io.jgbench.datagram.StreamCount;
import io.jgbench.measure.SampledSeries;
import io.jgbench.workload.Deadline;
import io.jgbench.workload.EndSignal;
import io.jgbench.workload.Instruments;
import io.jgbench.workload.MeasurementStart;
import io.jgbench.workload.Workload;
import io.jgbench.workload.WorkloadContext;
import io.jgbench.workload.WorkloadException;
import io.jgbench.workload.WorkloadResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Publishers send numbered packets to listeners, which count what arrives (Coherence's datagram test). Packets go by
 * sockets of their own; the run's transport carries only what members tell each other.
 */
public final class DatagramWorkload implements Workload {
    private static final Duration LONGEST_WARM_UP = Duration.ofSeconds(2);
    private static final Duration CLOSING = Duration.ofSeconds(2);

    private final DatagramSpec spec;
    private final WorkloadContext context;
    private final EpochClock clock;
    private final ControlChannel control;
    private final DatagramSamples samples;
    private final SampledSeries<Sample> series;
    private final MeasurementStart begin;

    /** Held by who publishes, so that no socket is closed under it. */
    private final ReentrantLock busy = new ReentrantLock();

    private volatile Optional<Instruments> instruments = Optional.empty();
    private volatile Load.Spread spread = new Load.Spread.Even(0);
    private volatile Endpoint endpoint;
    private volatile PathProbe probe;
    private volatile Publisher publisher;
    private volatile PublishRound warming;
    private volatile PublishRound round;
    private volatile Optional<Search> search = Optional.empty();
    private volatile long endedAtEpochNanos;

    /**
     * Opens nothing yet.
     *
     * @throws IllegalArgumentException if it is not known where the members are
     */
    public DatagramWorkload(DatagramSpec spec, WorkloadContext context) {
        if (context.hosts().size() != context.members()) {
            throw new IllegalArgumentException(
                    "the workload Datagram needs members that are planned, with an address each");
        }
        this.spec = spec;
        this.context = context;
        this.clock = context.clock();
        this.control = new ControlChannel(context.toOne());
        this.begin = new MeasurementStart(clock);
        this.samples = new DatagramSamples(clock);
        this.series = new SampledSeries<>(samples);
    }

    @Override
    public void receive(byte[] buffer, int offset, int length) {
        control.heard(buffer, offset, length);
    }

    @Override
    public void warmUp(Role role, EndSignal enough, Duration timeout) throws WorkloadException, InterruptedException {
        Deadline deadline = Deadline.after(timeout);
        busy.lockInterruptibly();
        try {
            control.begin(role.index());
            spread = spread(role.index());
            endpoint = Endpoint.open(spec, context.hosts(), role.index(), control, deadline);
            List<Integer> sources = spec.sourcesOf(role.index(), context.members());
            publisher = new Publisher(endpoint.socket(), spec.packetBytes(), spec.processBytes());
            probe = new PathProbe(endpoint, control, sources);
            probe.run(spec.dontFragment(), deadline);
            var warmUp = new PublishRound(RoundNumbers.WARM_UP, endpoint, control, sources);
            warming = warmUp;
            warmUp.publish(publisher, warmUpLoad(), enough);
            warmUp.listen(deadline);
            warmUp.forget();
            control.awaitKnown(deadline);
            round = new PublishRound(RoundNumbers.MEASURED, endpoint, control, sources);
            search = spec.search().map(settings -> new Search(spec, settings, endpoint, control, context.members()));
        } finally {
            busy.unlock();
        }
    }

    @Override
    public void prepare(Role role) {
        instruments = Optional.of(new Instruments(series, spec.logInterval()));
        if (search.isEmpty() && !round.destinations().isEmpty()) {
            publisher.prepare(measuredLoad());
        }
    }

    @Override
    public void run(Role role, long beganAtEpochNanos, Duration timeout)
            throws WorkloadException, InterruptedException {
        Deadline deadline = Deadline.after(timeout);
        busy.lockInterruptibly();
        try {
            begin.passed(beganAtEpochNanos);
            Instruments accompanying = instruments.orElseThrow();
            accompanying.begin(beganAtEpochNanos);
            try {
                measure(deadline);
                control.awaitKnown(deadline);
                endedAtEpochNanos = clock.epochNanos();
            } finally {
                accompanying.finish();
            }
        } finally {
            busy.unlock();
        }
    }

    private void measure(Deadline deadline) throws WorkloadException, InterruptedException {
        if (search.isPresent()) {
            search.get().run(publisher, this::begins, deadline);
        } else {
            begins(round);
            round.publish(publisher, measuredLoad());
            round.listen(deadline);
        }
    }

    private void begins(PublishRound next) {
        round = next;
        samples.begins(next);
        if (!next.destinations().isEmpty()) {
            begin.sending();
        }
    }

    private Load measuredLoad() {
        return new Load(rate(), spread, spec.packets().orElse(Long.MAX_VALUE), spec.duration());
    }

    private Load warmUpLoad() {
        return switch (spec.warmup()) {
            case Warmup.Fixed(long packets) -> new Load(rate(), spread, packets, LONGEST_WARM_UP);
            case Warmup.Steady steady ->
                new Load(rate(), spread, steady.most(), steady.atMost().plus(LONGEST_WARM_UP));
        };
    }

    @Override
    public long warmupUnits() {
        var current = warming;
        return current == null ? 0 : received(current) + current.sent();
    }

    private Load.Spread spread(int index) {
        return switch (spec.arrivals()) {
            case EVEN -> new Load.Spread.Even(0);
            case STAGGERED -> new Load.Spread.Even((double) index / context.members());
            case POISSON -> new Load.Spread.Random(index);
        };
    }

    private static long received(PublishRound round) {
        return round.counts().values().stream().mapToLong(StreamCount::received).sum();
    }

    private OptionalLong rate() {
        return spec.bytesPerSecond().map(OptionalLong::of).orElseGet(OptionalLong::empty);
    }

    @Override
    public Progress progress() {
        var current = round;
        if (current == null) {
            return Progress.NONE;
        }
        long done = current.destinations().isEmpty() ? received(current) : current.sent();
        return new Progress(done, Math.max(done, expected(done)), current.sent());
    }

    /** What the listener counts as packets arrive; the counts of streams would have to be asked for. */
    @Override
    public Flow flow() {
        var current = round;
        var opened = endpoint;
        long sent = current == null ? 0 : current.sent();
        return new Flow(
                opened == null
                        ? sent
                        : opened.listener().map(Listener::received).orElse(sent),
                sent);
    }

    /** Of a publisher without a limit on packets, as many as it will have sent if it goes on as so far. */
    private long expected(long done) {
        long streams = Math.max(1, round.destinations().size());
        long limit = spec.packets().map(packets -> packets * streams).orElse(Long.MAX_VALUE);
        long began = begin.epochNanos();
        double share = began == 0 || endedAtEpochNanos != 0
                ? 1
                : (double) (clock.epochNanos() - began) / spec.duration().toNanos();
        return Math.min(limit, Math.round(done / Math.clamp(share, 1e-3, 1.0)));
    }

    @Override
    public WorkloadResult<DatagramReport> result() {
        long began = begin.epochNanos();
        long ended = endedAtEpochNanos;
        Optional<Endpoint> opened = Optional.ofNullable(endpoint);
        Optional<PublishRound> measured = Optional.ofNullable(round);
        Optional<SlotMeter> slots = Optional.ofNullable(publisher).flatMap(Publisher::slots);
        return new WorkloadResult<>(
                began,
                DatagramReportBuilder.builder()
                        .packetBytes(spec.packetBytes())
                        .publishNanos(measured.map(PublishRound::publishNanos).orElse(0L))
                        .outbound(measured.map(this::outbound).orElse(List.of()))
                        .inbound(measured.map(this::inbound).orElse(List.of()))
                        .slots(slots.map(SlotMeter::slots).orElse(0L))
                        .slotsWithinRate(slots.map(SlotMeter::within).orElse(0L))
                        .openLoop(measured.filter(known -> known.publishNanos() > 0)
                                .flatMap(_ -> Optional.ofNullable(publisher))
                                .flatMap(Publisher::openLoop))
                        .queueFull(Optional.ofNullable(publisher)
                                .map(Publisher::refused)
                                .orElse(0L))
                        .strangers(opened.flatMap(Endpoint::listener)
                                .map(Listener::strangers)
                                .orElse(0L))
                        .socket(opened.map(Endpoint::description).orElse(new Socket("none", 0, 0, 0, 0, 0)))
                        .endedAtEpochNanos(began != 0 && ended == 0 ? clock.epochNanos() : ended)
                        .samples(series.samples())
                        .trials(search.map(Search::trials).orElse(List.of()))
                        .foundBytesPerSecond(
                                search.map(Search::foundBytesPerSecond).orElse(0L))
                        .build());
    }

    private List<Outbound> outbound(PublishRound measured) {
        return measured.destinations().entrySet().stream()
                .map(destination -> new Outbound(
                        destination.getKey(),
                        destination.getValue().sent(),
                        probe.largeBytes(),
                        probe.sent(destination.getKey())))
                .toList();
    }

    private List<Inbound> inbound(PublishRound measured) {
        long epochOffset = clock.epochNanos() - System.nanoTime();
        var large = probe.largeCounts();
        var small = probe.smallCounts();
        return measured.counts().entrySet().stream()
                .map(entry -> {
                    StreamCount count = entry.getValue();
                    boolean any = count.received() > 0;
                    return DatagramReportInboundBuilder.builder()
                            .publisher(entry.getKey())
                            .sent(count.sent())
                            .received(count.received())
                            .duplicate(count.duplicate())
                            .outOfOrder(count.outOfOrder())
                            .offsets(count.offsets())
                            .late(count.late())
                            .corrupt(count.corrupt())
                            .bytes(count.bytes())
                            .firstEpochNanos(any ? count.firstNanos() + epochOffset : 0)
                            .lastEpochNanos(any ? count.lastNanos() + epochOffset : 0)
                            .probesReceived((int) large.get(entry.getKey()).received())
                            .smallProbesReceived((int) small.get(entry.getKey()).received())
                            .build();
                })
                .toList();
    }

    @Override
    public void close() {
        instruments.ifPresent(Instruments::close);
        try {
            control.close();
            // A publisher that is interrupted ends at once; one that does not is ended with the process.
            if (endpoint != null && busy.tryLock(CLOSING.toNanos(), TimeUnit.NANOSECONDS)) {
                try {
                    endpoint.close();
                    endpoint = null;
                } finally {
                    busy.unlock();
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
