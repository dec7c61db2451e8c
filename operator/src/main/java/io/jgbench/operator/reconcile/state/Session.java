package io.jgbench.operator.reconcile.state;

import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.operator.drive.LiveRun;
import io.jgbench.operator.time.CarriedTime;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What the operator remembers of a run between reconciliations, which follow one another. Only {@link #letGo} and
 * {@link #written} are called by the reconciliations of other runs, too. What ends a deleted run waits its turn with
 * {@link #alone}.
 */
public final class Session {
    private final ReentrantLock turn = new ReentrantLock();
    private final AtomicReference<RunState> state = new AtomicReference<>(new RunState.Unseen(false, false));
    private volatile Optional<BenchmarkRunStatus> written = Optional.empty();
    private volatile Backoff backoff = Backoff.NONE;
    private final RunClock clock = new RunClock();
    private final Unstored unstored = new Unstored();
    private final AnnouncedConditions announced = new AnnouncedConditions();

    /**
     * One thing that is done about the run at a time.
     *
     * @param <T> what comes of it
     * @param <E> what it may fail with
     */
    @FunctionalInterface
    public interface Turn<T, E extends Exception> {
        T take() throws E;
    }

    /** Does a thing while nothing else is done about the run. */
    public <T, E extends Exception> T alone(Turn<T, E> thing) throws E {
        turn.lock();
        try {
            return thing.take();
        } finally {
            turn.unlock();
        }
    }

    /** How far the operator is with the run. */
    public RunState state() {
        return state.get();
    }

    /**
     * Goes from a state to the next, lets go of members that are not driven any more, and follows those that are from
     * now on. Without effect where the session was discarded meanwhile.
     *
     * @return the next state
     */
    public <S extends RunState> S become(RunState from, S next) {
        if (!state.compareAndSet(from, next)) {
            next.live().filter(live -> !isOf(from, live)).ifPresent(LiveRun::close);
            return next;
        }
        from.live().filter(live -> !isOf(next, live)).ifPresent(LiveRun::close);
        next.live().filter(live -> !isOf(from, live)).ifPresent(LiveRun::follow);
        if (next instanceof RunState.Cleared) {
            unstored.evidence().clear();
        }
        return next;
    }

    private static boolean isOf(RunState state, LiveRun live) {
        return state.live().filter(known -> known == live).isPresent();
    }

    /** Lets go of the members, and has the run's record read again before anything more is done about it. */
    public void readAgain() {
        RunState before = state.get();
        if (!(before instanceof RunState.LetGo)) {
            become(before, new RunState.Unseen(false, isDriven(before)));
        }
    }

    private static boolean isDriven(RunState state) {
        return state.live().isPresent() || (state instanceof RunState.Unseen unseen && unseen.isReadAgain());
    }

    /** Lets go of the members, and has nothing more done about the run. */
    public RunState.LetGo letGo() {
        RunState before;
        RunState.LetGo after;
        do {
            before = state.get();
            after = before.letGo();
        } while (!state.compareAndSet(before, after));
        before.live().ifPresent(LiveRun::close);
        return after;
    }

    /** The status that was written last, which the cache may not have yet; empty if that is not known. */
    public Optional<BenchmarkRunStatus> written() {
        return written;
    }

    /** A status was written; see {@link #written}. */
    public void wrote(BenchmarkRunStatus status) {
        written = Optional.of(status);
    }

    /** The cache has caught up; nothing more is written of a run that is cleared. */
    public void cached(BenchmarkRunStatus status) {
        if (state() instanceof RunState.Cleared && written.equals(Optional.ofNullable(status))) {
            written = Optional.empty();
        }
    }

    /** What was to be written may not have been. */
    public void writingFailed() {
        written = Optional.empty();
        if (state() instanceof RunState.Cleared cleared) {
            become(cleared, cleared.withRemovedLeasesTold(false));
        }
    }

    /** What this operator has told of the run by Events. */
    public AnnouncedConditions announced() {
        return announced;
    }

    /** What of the run is not stored yet. */
    public Unstored unstored() {
        return unstored;
    }

    /** What this operator has seen of the run's time. */
    public RunClock clock() {
        return clock;
    }

    /**
     * The time of the run; see {@link RunClock#runTime}.
     *
     * @param now both clocks
     */
    public Instant runTime(CarriedTime now) {
        return clock.runTime(now, state().live().isPresent());
    }

    /** What has been in the run's way. */
    public Backoff backoff() {
        return backoff;
    }

    /** A reconciliation begins, or has failed. */
    public void backoff(Backoff next) {
        backoff = next;
    }
}
