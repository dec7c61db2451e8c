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

    private final PodDeletion podDeletion;
    private final Cleanup cleanup;

    DeletedRun(PodDeletion podDeletion, Cleanup cleanup) {
        this.podDeletion = podDeletion;
        this.cleanup = cleanup;
    }

    /** When to look again; empty if nothing is left. */
    Optional<Duration> clear(RunRef ref, Session session) {
        RunState.LetGo state = session.letGo();
        var progress = podDeletion.of(ref, state.podTermination(), PodDeletion.Ended.GO);
        session.become(state, state.with(progress.podTermination()));
        if (progress.isUnderWay()) {
            return Optional.of(AGAIN);
        }
        cleanup.free(ref);
        return Optional.empty();
    }
}
