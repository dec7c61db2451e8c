package io.jgbench.workload.rpc;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.OpenLoopReport;
import io.jgbench.coordination.workload.rpc.RpcSpec;
import io.jgbench.measure.ArrivalSequence;
import io.jgbench.measure.Pace;
import io.jgbench.transport.DirectSender;
import io.jgbench.transport.TransportException;
import io.jgbench.workload.EndSignal;
import io.jgbench.workload.KindedLong;
import io.jgbench.workload.Lateness;
import io.jgbench.workload.MeasurementStart;
import io.jgbench.workload.Workload.Role;
import io.jgbench.workload.WorkloadContext;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

/**
 * The requests that a member makes in one part of the workload, the warm-up or the measured one, shared by its callers.
 */
final class Requests {
    private static final int SIGNIFICANT_DIGITS = 3;

    /** That a request begins when its caller is free. */
    private static final long WHEN_FREE = Long.MIN_VALUE;

    /** That none is to be begun any more. */
    private static final long ENDED = Long.MIN_VALUE + 1;

    private final RpcSpec spec;
    private final Optional<MeasurementStart> measured;
    private final int phase;
    private final long count;
    private final EndSignal enough;
    private final int members;
    private final DirectSender transport;
    private final EpochClock clock;
    /** When requests are due in an open loop; in a closed one each begins when its caller is free. */
    private volatile Optional<OpenLoop> openLoop = Optional.empty();

    private final PendingRequest[] pending;
    private final AtomicLong taken = new AtomicLong();
    private final LongAdder begun = new LongAdder();
    private final AtomicHistogram readNanos;
    private final AtomicHistogram writeNanos;
    private final LongAdder readsDone = new LongAdder();
    private final LongAdder writesDone = new LongAdder();
    private final LongAdder timedOut = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder callsSent = new LongAdder();
    private final LongAdder callsAnswered = new LongAdder();
    private final LongAdder answersLate = new LongAdder();
    private final LongAccumulator lastCallerEndedAtEpochNanos = new LongAccumulator(Math::max, 0);

    /**
     * An open loop.
     *
     * @param pace when requests are due
     * @param lateness how late they are begun
     */
    private record OpenLoop(Pace pace, Lateness lateness) {}

    /**
     * Requests of which none is made yet.
     *
     * @param measured is told when the first request is made; empty in the warm-up
     * @param count how many at the most
     * @param enough ends them before that
     */
    Requests(RpcSpec spec, Optional<MeasurementStart> measured, long count, EndSignal enough, WorkloadContext context) {
        this.spec = spec;
        this.measured = measured;
        this.phase = measured.isPresent() ? RpcHeader.MEASURED : RpcHeader.WARMUP;
        this.count = count;
        this.enough = enough;
        this.members = context.members();
        this.transport = context.toOne();
        this.clock = context.clock();
        this.pending = new PendingRequest[spec.concurrency()];
        for (int i = 0; i < pending.length; i++) {
            pending[i] = new PendingRequest();
        }
        this.readNanos = histogram();
        this.writeNanos = histogram();
    }

    private AtomicHistogram histogram() {
        // An open loop's latency counts from the intended send time, which may lie back as far as the run is long.
        long highest =
                Math.max(TimeUnit.HOURS.toNanos(1), 2 * spec.requestTimeout().toNanos());
        return new AtomicHistogram(highest, SIGNIFICANT_DIGITS);
    }

    /**
     * Plans when they are due, where that is asked for; to be called before {@link #begin}, as it takes milliseconds.
     *
     * @param role the member's
     */
    void plan(Role role) {
        openLoop = spec.targetRate()
                .map(perSecond -> new OpenLoop(new Pace(arrivals(role, perSecond), clock), new Lateness()));
        openLoop.ifPresent(loop -> enough.whenGiven(() -> loop.lateness().over(clock.epochNanos())));
    }

    /**
     * They begin; to be called before {@link #call}.
     *
     * @param epochNanos when the member began
     */
    void begin(long epochNanos) {
        if (openLoop.isPresent()) {
            openLoop.get().pace().begin(epochNanos);
            openLoop.get().lateness().begin(epochNanos);
        }
    }

    private ArrivalSequence arrivals(Role role, double perSecond) {
        return switch (spec.arrivals()) {
            case EVEN -> ArrivalSequence.even(perSecond);
            case STAGGERED -> ArrivalSequence.staggered(perSecond, (double) role.index() / members);
            case POISSON -> ArrivalSequence.poisson(perSecond, role.index());
        };
    }

    /**
     * What one caller does: takes requests until none is left.
     *
     * @param caller its number, from 0
     * @param role the member's
     */
    void call(int caller, Role role) throws InterruptedException {
        var requests = new Caller(caller, role.index());
        Optional<PlannedCaller> planned = openLoop.map(
                loop -> new PlannedCaller(loop.pace(), loop.lateness().ofThread()));
        boolean first = true;
        long n = taken.getAndIncrement();
        for (; n < enough.permitted(count); n = taken.getAndIncrement()) {
            long intended = planned.isPresent() ? awaitTurn(planned.get(), n) : WHEN_FREE;
            if (intended == ENDED) {
                break;
            }
            if (first) {
                measured.ifPresent(MeasurementStart::sending);
                first = false;
            }
            requests.request(intended);
        }
        if (planned.isPresent()) {
            if (n < count) {
                planned.get().lateness().leaves(planned.get().pace().dueNanos(n), clock.epochNanos());
            }
            planned.get().lateness().ended();
        }
        lastCallerEndedAtEpochNanos.accumulate(clock.epochNanos());
    }

    /** When a caller's requests are due, and how late they are. */
    private record PlannedCaller(Pace pace, Lateness.OfThread lateness) {}

    /** Makes one request after the other. */
    private final class Caller {
        private final int number;
        private final int member;
        private final PendingRequest pendingRequest;
        private final SplittableRandom random;
        private final Targets targets;
        private final byte[] message = new byte[spec.largestMessageBytes()];
        private long made;

        Caller(int number, int member) {
            this.number = number;
            this.member = member;
            this.pendingRequest = pending[number];
            this.random = new SplittableRandom(((long) member << Integer.SIZE) + number);
            this.targets = new Targets(members, member, spec.targetsOf(members), random);
        }

        /**
         * The hot path. A method of its own, without a branch that the measured requests are the first to take, so that
         * they find it compiled by the warm-up.
         */
        private void request(long intended) throws InterruptedException {
            begun.increment();
            boolean read = random.nextInt(100) < spec.readPercent();
            int[] called = targets.pick(read ? 1 : spec.targetsOf(members));
            int calls = read ? 1 : called.length;
            int id = RpcHeader.number(phase, made++);
            long now = clock.epochNanos();
            long from = intended == WHEN_FREE ? now : intended;
            long deadline = now + spec.requestTimeout().toNanos();
            pendingRequest.begin(id, calls, deadline);
            int kind = read ? RpcHeader.READ : RpcHeader.WRITE;
            for (int target = 0; target < calls; target++) {
                KindedLong.write(message, 0, RpcHeader.of(kind, member, number, target, id));
                send(pendingRequest, id, target, called[target], message, read ? RpcHeader.BYTES : message.length);
            }
            end(read, pendingRequest.await(), from, deadline);
        }
    }

    /**
     * Returns when the n-th request should begin, on the member's clock, not before that. {@link Pace#await} spins at
     * last; hundreds of callers on the few carriers of virtual threads must not, and have to wake when it is enough.
     */
    private long awaitTurn(PlannedCaller planned, long n) throws InterruptedException {
        long intended = planned.pace().dueNanos(n);
        long now = clock.epochNanos();
        boolean isFree = now < intended;
        while (now < intended && !enough.isGiven()) {
            LockSupport.parkNanos(this, intended - now);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            now = clock.epochNanos();
        }
        if (enough.isGiven()) {
            return ENDED;
        }
        planned.lateness().handsOver(intended, isFree, now);
        return intended;
    }

    private void send(PendingRequest request, int id, int target, int member, byte[] message, int length) {
        callsSent.increment();
        try {
            transport.sendTo(member, message, 0, length);
        } catch (TransportException _) {
            // counted as a request that failed; what the transport says of it, the member says as well
            request.answered(id, target, false);
        }
    }

    private void end(boolean read, PendingRequest.Outcome outcome, long from, long deadline) {
        switch (outcome) {
            case DONE -> allAnswered(read, from, deadline);
            case TIMED_OUT -> timedOut.increment();
            case FAILED -> failed.increment();
        }
    }

    /** All answers are there; they came too late if nobody has looked at the clock in time. */
    private void allAnswered(boolean read, long from, long deadline) {
        long now = clock.epochNanos();
        if (now - deadline > 0) {
            timedOut.increment();
            return;
        }
        var histogram = read ? readNanos : writeNanos;
        histogram.recordValue(Math.clamp(now - from, 0, histogram.getHighestTrackableValue()));
        (read ? readsDone : writesDone).increment();
    }

    /** An answer has arrived. */
    void answered(long header, int length) {
        int caller = RpcHeader.caller(header);
        if (caller >= pending.length) {
            return;
        }
        boolean read = KindedLong.kind(header) == RpcHeader.READ_ANSWER;
        boolean right = length == (read ? spec.largestMessageBytes() : RpcHeader.BYTES);
        // counted before its caller goes on, which may be the last one: what is reported then has to add up
        callsAnswered.increment();
        if (!pending[caller].answered(RpcHeader.number(header), RpcHeader.target(header), right)) {
            callsAnswered.decrement();
            answersLate.increment();
        }
    }

    /** Gives those up whose time is over. */
    void expire() {
        long now = clock.epochNanos();
        for (PendingRequest request : pending) {
            request.expire(now);
        }
    }

    /** How late they were begun in an open loop; empty in a closed one, which plans nothing. */
    Optional<OpenLoopReport> lateness() {
        return openLoop.map(loop -> loop.lateness().report());
    }

    /** Requests that were begun. */
    long begun() {
        return begun.sum();
    }

    /** Requests that have ended, in whatever way. */
    long ended() {
        return done() + timedOut.sum() + failed.sum();
    }

    long done() {
        return readsDone.sum() + writesDone.sum();
    }

    long readsDone() {
        return readsDone.sum();
    }

    long writesDone() {
        return writesDone.sum();
    }

    long timedOut() {
        return timedOut.sum();
    }

    long failed() {
        return failed.sum();
    }

    long callsSent() {
        return callsSent.sum();
    }

    long callsAnswered() {
        return callsAnswered.sum();
    }

    long answersLate() {
        return answersLate.sum();
    }

    /** When the last caller had made its last request and had its answer, on the member's clock; 0 before that. */
    long endedAtEpochNanos() {
        return lastCallerEndedAtEpochNanos.get();
    }

    /** Requests that are to be made: where a time ends them, those that were begun. */
    long count() {
        return count == Long.MAX_VALUE ? begun() : count;
    }

    /** What ends them. */
    EndSignal enough() {
        return enough;
    }

    Histogram reads() {
        return readNanos.copy();
    }

    Histogram writes() {
        return writeNanos.copy();
    }
}
