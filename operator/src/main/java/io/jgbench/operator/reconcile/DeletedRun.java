package io.jgbench.operator.reconcile;

import io.jgbench.operator.kubernetes.RunRef;
import java.time.Duration;
import java.util.Optional;

/**
 * Ends a run that is being deleted: its pods go, which puts their hosts back, and its nodes are free once they are
 * gone. All else goes with its owner.
 */
final class DeletedRun {
    private static final Duration AGAIN = Duration.ofSeconds(2);

    private final Eviction eviction;
    private final Clearing clearing;

    DeletedRun(Eviction eviction, Clearing clearing) {
        this.eviction = eviction;
        this.clearing = clearing;
    }

    /** When to look again; empty if nothing is left. */
    Optional<Duration> clear(RunRef ref, Session session) {
        RunState.LetGo state = session.letGo();
        var progress = eviction.of(ref, state.ending(), Eviction.Ended.GO);
        session.become(state, state.with(progress.ending()));
        if (progress.isUnderWay()) {
            return Optional.of(AGAIN);
        }
        clearing.free(ref);
        return Optional.empty();
    }
}
