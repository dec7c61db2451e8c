package io.jgbench.workload.messagebus;

import io.jgbench.coordination.EpochClock;
import io.jgbench.workload.OutOfTimeException;
import io.jgbench.workload.WorkloadException;
import io.jgbench.workload.messagebus.StreamEnds.End;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Waits until all that was sent has arrived and was answered, or is known to be lost: all streams have ended, and
 * nothing has moved for a while.
 */
final class BusDrain {
    private static final Duration POLL = Duration.ofMillis(2);
    private static final Duration REPEAT_END = Duration.ofMillis(50);

    /**
     * A message may come this long after the one before; where a transport delivers all, for as long as a host stands
     * still.
     */
    private static final Duration QUIET_UNRELIABLE = Duration.ofMillis(500);

    private static final Duration QUIET_RELIABLE = Duration.ofSeconds(10);

    private final BusPhase phase;
    private final Routes routes;
    private final int self;
    private final boolean reliable;
    private final Duration quietWithoutEnd;
    private final EpochClock clock;
    private final List<Incoming> incoming = new ArrayList<>();
    private long motion;
    private long movedAtEpochNanos;
    private long saidAtEpochNanos;

    /**
     * A stream to this member.
     *
     * @param from the place of the member that sends it
     * @param number its number among the streams of that one
     */
    private record Incoming(int from, int number) {}

    /**
     * Waits for nothing yet.
     *
     * @param reliable whether the transport delivers everything; over another one the end may never be told, where its
     *     sender is gone: then what comes after the workload's longest pause is waited for no longer
     */
    BusDrain(BusPhase phase, Routes routes, int self, boolean reliable, EpochClock clock) {
        this.phase = phase;
        this.routes = routes;
        this.self = self;
        this.reliable = reliable;
        this.quietWithoutEnd = routes.spec().longestPause();
        this.clock = clock;
    }

    /**
     * Returns when nothing more can come.
     *
     * @param relaying whether streams that were passed on are to be waited for, and to be ended
     * @param deadlineEpochNanos when to give up
     * @throws OutOfTimeException if the deadline passes; the message says what is missing from whom
     */
    void await(boolean relaying, long deadlineEpochNanos, String what) throws WorkloadException, InterruptedException {
        int threads = routes.spec().sending().threads();
        for (int source : routes.sources(self)) {
            IntStream.range(0, threads).forEach(stream -> incoming.add(new Incoming(source, stream)));
        }
        List<End> ends = new ArrayList<>(phase.ends(self, routes.destinations(self)));
        awaitEnds(ends, deadlineEpochNanos, what);
        if (relaying && routes.relays(self)) {
            ends.addAll(phase.relayedEnds(self, routes.relayTarget(self), routes.sources(self)));
            int relay = routes.relaySource(self);
            for (int source : routes.sources(relay)) {
                incoming.add(new Incoming(relay, BusHeader.FIRST_RELAY_STREAM + source));
            }
            awaitEnds(ends, deadlineEpochNanos, what);
        }
    }

    private void awaitEnds(List<End> ends, long deadlineEpochNanos, String what)
            throws WorkloadException, InterruptedException {
        movedAtEpochNanos = clock.epochNanos();
        saidAtEpochNanos = 0;
        for (long now = movedAtEpochNanos; !isOver(ends, now); now = clock.epochNanos()) {
            if (now > deadlineEpochNanos) {
                throw new OutOfTimeException("the " + what + " was not done within its time: " + missing(ends));
            }
            if (now - saidAtEpochNanos >= REPEAT_END.toNanos()) {
                saidAtEpochNanos = now;
                phase.streamEnds().say(phase.streamEnds().unheard(ends));
            }
            LockSupport.parkNanos(this, POLL.toNanos());
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    private boolean isOver(List<End> ends, long now) {
        long current = phase.motion();
        if (current != motion || phase.isProcessing()) {
            motion = current;
            movedAtEpochNanos = now;
        }
        long quietNanos = now - movedAtEpochNanos;
        boolean allEnded = incoming.stream().allMatch(this::isEnded);
        boolean allHeard = phase.streamEnds().unheard(ends).isEmpty();
        boolean allThere =
                incoming.stream().allMatch(this::isComplete) && phase.answers().responseMessages() >= phase.asked();
        Duration quiet = reliable ? QUIET_RELIABLE : QUIET_UNRELIABLE;
        boolean nothingMore =
                allEnded && allHeard && !phase.isProcessing() && (allThere || quietNanos >= quiet.toNanos());
        return nothingMore || (!reliable && quietNanos >= quietWithoutEnd.toNanos());
    }

    private boolean isEnded(Incoming stream) {
        return phase.streams().of(stream.from(), stream.number()).isEnded();
    }

    private boolean isComplete(Incoming stream) {
        return phase.streams().of(stream.from(), stream.number()).isComplete();
    }

    private String missing(List<End> ends) {
        List<String> missing = new ArrayList<>();
        for (Incoming stream : incoming) {
            if (!isEnded(stream)) {
                missing.add("member " + stream.from() + " did not say that it had sent all");
            } else if (!isComplete(stream)) {
                missing.add(phase.streams().of(stream.from(), stream.number()).missing() + " messages of member "
                        + stream.from());
            }
        }
        phase.streamEnds()
                .unheard(ends)
                .forEach(end -> missing.add("member " + end.peer() + " did not hear that all was sent"));
        if (phase.answers().responseMessages() < phase.asked()) {
            missing.add((phase.asked() - phase.answers().responseMessages()) + " responses");
        }
        return String.join(", ", missing.stream().distinct().toList());
    }
}
