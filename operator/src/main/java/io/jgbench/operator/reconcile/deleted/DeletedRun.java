package io.jgbench.operator.reconcile.deleted;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.coordination.EpochClock;
import io.jgbench.operator.kubernetes.Namespaces;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.pod.RestoreFor;
import io.jgbench.operator.pod.RestorePod;
import io.jgbench.operator.reconcile.clear.Cleanup;
import io.jgbench.operator.reconcile.clear.PodDeletion;
import io.jgbench.operator.reconcile.restore.HostRestores;
import io.jgbench.operator.reconcile.restore.RestoreProgress;
import io.jgbench.operator.reconcile.restore.TunerEnds;
import io.jgbench.operator.reconcile.state.PodTermination;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.Session;
import io.jgbench.operator.reserve.NodeLeases;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Ends a run that is deleted: its pods go, which puts their hosts back, and its nodes are free once they are gone and
 * all hosts are restored. All else goes with its owner.
 */
public final class DeletedRun {
    private static final Duration AGAIN = Duration.ofSeconds(2);

    /** From when the run's own pods were told to end. None that restores a node is made after that is given up. */
    private static final Duration RESTORE_PODS_END_WITHIN = HostRestores.GIVEN_UP_AFTER.plus(RestorePod.LIVES_AT_MOST);

    private final PodDeletion podDeletion;
    private final Namespaces namespaces;
    private final Cleanup cleanup;
    private final NodeLeases leases;
    private final TunerEnds tunerEnds;
    private final HostRestores restores;
    private final EpochClock clock;

    /**
     * Deletes what these know of the run.
     *
     * @param clock tells how long pods are waited for
     */
    public DeletedRun(
            PodDeletion podDeletion,
            Namespaces namespaces,
            Cleanup cleanup,
            NodeLeases leases,
            TunerEnds tunerEnds,
            HostRestores restores,
            EpochClock clock) {
        this.podDeletion = podDeletion;
        this.namespaces = namespaces;
        this.cleanup = cleanup;
        this.leases = leases;
        this.tunerEnds = tunerEnds;
        this.restores = restores;
        this.clock = clock;
    }

    /** When to look again; empty if nothing is left. */
    public Optional<Duration> clear(RunRef ref, Session session) {
        RunState before = session.state();
        if (before instanceof RunState.Cleared) {
            return Optional.empty();
        }
        RunState.LetGo state = session.letGo();
        if (!before.mayHavePods()) {
            cleanup.freeDeleted(ref, changedBefore(ref, before));
            return Optional.empty();
        }
        var progress = progress(ref, state.podTermination());
        RunState.LetGo waiting = session.become(state, state.with(progress.podTermination()));
        if (progress.isUnderWay()) {
            return Optional.of(AGAIN);
        }
        Set<String> changed = leases.changedBy(ref);
        RestoreProgress restored = restores.ofDeleted(
                RestoreFor.deletedRun(ref), unconfirmed(ref, waiting, changed), waiting.podTermination());
        // in a namespace that is gone no pod can be made
        if (restored.isUnderWay() && !namespaces.isGone(ref.namespace())) {
            return Optional.of(AGAIN);
        }
        if (restored.hadAny() && !withdraw(ref, session, waiting)) {
            // nobody would find those pods once the nodes are free, whether they have restored one or not
            return Optional.of(AGAIN);
        }
        boolean hadNodes = cleanup.freeDeleted(ref, restored.nodes());
        if (hadNodes && !progress.isConfirmed()) {
            DeletedRunLog.freedUnconfirmed(ref);
        }
        DeletedRunLog.restored(ref, restored);
        return Optional.empty();
    }

    /** One whose record and pods were removed waits for nodes again, and may have changed those that it still has. */
    private Set<String> changedBefore(RunRef ref, RunState before) {
        return before instanceof RunState.Waiting waiting && waiting.hasLeftovers() ? leases.changedBy(ref) : Set.of();
    }

    /** Without a record, as of a run that this operator did not drive, all that the run may have changed. */
    private Set<String> unconfirmed(RunRef ref, RunState.LetGo state, Set<String> changed) {
        Set<String> nodes = new TreeSet<>(changed);
        state.record().ifPresent(record -> nodes.retainAll(tunerEnds.unconfirmed(ref, record)));
        return nodes;
    }

    /**
     * Whether the pods are gone that restore nodes, as nobody looks at them any more. Where they cannot be removed,
     * they do nothing more when they cannot live any longer. That may be for good, and with any status: the operator
     * has no right in a namespace that it looks after no more, or a webhook denies it or does not answer.
     */
    private boolean withdraw(RunRef ref, Session session, RunState.LetGo state) {
        try {
            restores.withdraw(ref);
            return true;
        } catch (KubernetesClientException e) {
            if (!state.isRestoreRefusalSaid()) {
                DeletedRunLog.notWithdrawn(ref, e.getMessage());
                session.become(state, state.restoreRefusalSaid());
            }
            return state.podTermination().lasting(clock.epochNanos()).compareTo(RESTORE_PODS_END_WITHIN) >= 0
                    || namespaces.isGone(ref.namespace());
        }
    }

    /**
     * Where the namespace is being deleted, the rights in it may have gone before the pods. Whoever deletes the
     * namespace deletes its pods as well, and it is gone when they are.
     */
    private PodDeletion.Progress progress(RunRef ref, PodTermination before) {
        try {
            var progress = podDeletion.of(ref, before, PodDeletion.Ended.GO);
            boolean isRefused = progress.podTermination().isRefusalSaid();
            return isRefused && progress.isUnderWay() && namespaces.isGone(ref.namespace())
                    ? podDeletion.byOthers(progress.podTermination(), true)
                    : progress;
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) {
                throw e;
            }
            return podDeletion.byOthers(before, namespaces.isGone(ref.namespace()));
        }
    }
}
