package io.jgbench.workload.datagram;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.datagram.DatagramReport;
import io.jgbench.coordination.workload.datagram.DatagramReport.Sample;
import io.jgbench.coordination.workload.datagram.DatagramSpec;
import io.jgbench.datagram.Listener;
import io.jgbench.datagram.Load;
import io.jgbench.datagram.Publisher;
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
    private volatile Optional<Opened> opened = Optional.empty();

    /** The measured one, or the trial of a search that began last; empty before the warm-up is over. */
    private volatile Optional<PublishRound> round = Optional.empty();

    private volatile Optional<Search> search = Optional.empty();
    private volatile long endedAtEpochNanos;

    /**
     * What the warm-up begins with.
     *
     * @param endpoint sends and receives the packets
     * @param publisher publishes by it
     * @param probe of the paths to the targets
     * @param warmUp the round before the measured one
     */
    record Opened(Endpoint endpoint, Publisher publisher, PathProbe probe, PublishRound warmUp) {}

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
            var endpoint = Endpoint.open(spec, context.hosts(), role.index(), control, deadline);
            List<Integer> sources = spec.sourcesOf(role.index(), context.members());
            var all = new Opened(
                    endpoint,
                    new Publisher(endpoint.socket(), spec.packetBytes(), spec.processBytes()),
                    new PathProbe(endpoint, control, sources),
                    new PublishRound(RoundNumbers.WARM_UP, endpoint, control, sources));
            // before anything is sent, so that it is closed where that fails
            opened = Optional.of(all);
            all.probe().run(spec.dontFragment(), deadline);
            all.warmUp().publish(all.publisher(), warmUpLoad(), enough);
            all.warmUp().listen(deadline);
            all.warmUp().forget();
            control.awaitKnown(deadline);
            round = Optional.of(new PublishRound(RoundNumbers.MEASURED, endpoint, control, sources));
            search = spec.search().map(settings -> new Search(spec, settings, endpoint, control, context.members()));
        } finally {
            busy.unlock();
        }
    }

    @Override
    public void prepare(Role role) {
        instruments = Optional.of(new Instruments(series, spec.logInterval()));
        if (search.isEmpty() && !round.orElseThrow().destinations().isEmpty()) {
            opened.orElseThrow().publisher().prepare(measuredLoad());
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
        Publisher publisher = opened.orElseThrow().publisher();
        if (search.isPresent()) {
            search.get().run(publisher, this::begins, deadline);
        } else {
            PublishRound measured = round.orElseThrow();
            begins(measured);
            measured.publish(publisher, measuredLoad());
            measured.listen(deadline);
        }
    }

    private void begins(PublishRound next) {
        round = Optional.of(next);
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
        return opened.map(Opened::warmUp)
                .map(warmUp -> received(warmUp) + warmUp.sent())
                .orElse(0L);
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
        return round.map(this::progress).orElse(Progress.NONE);
    }

    private Progress progress(PublishRound current) {
        long done = current.destinations().isEmpty() ? received(current) : current.sent();
        return new Progress(done, Math.max(done, expected(current, done)), current.sent());
    }

    /** What the listener counts as packets arrive; the counts of streams would have to be asked for. */
    @Override
    public Flow flow() {
        long sent = round.map(PublishRound::sent).orElse(0L);
        return new Flow(
                opened.map(Opened::endpoint)
                        .flatMap(Endpoint::listener)
                        .map(Listener::received)
                        .orElse(sent),
                sent);
    }

    /** For a publisher without a limit on packets: the number that it will have sent if its rate so far continues. */
    private long expected(PublishRound current, long done) {
        long streams = Math.max(1, current.destinations().size());
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
        return new WorkloadResult<>(
                began,
                new DatagramResult(spec, clock, opened, round, search)
                        .report(began != 0 && ended == 0 ? clock.epochNanos() : ended, series.samples()));
    }

    @Override
    public void close() {
        instruments.ifPresent(Instruments::close);
        try {
            control.close();
            // A publisher that is interrupted ends at once; one that does not is ended with the process.
            if (opened.isPresent() && busy.tryLock(CLOSING.toNanos(), TimeUnit.NANOSECONDS)) {
                try {
                    opened.get().endpoint().close();
                    // a socket that is closed can be asked nothing
                    opened = Optional.empty();
                } finally {
                    busy.unlock();
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
