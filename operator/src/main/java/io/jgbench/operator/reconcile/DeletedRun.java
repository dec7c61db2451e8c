package io.jgbench.operator.reconcile;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.operator.kubernetes.Namespaces;
import io.jgbench.operator.kubernetes.RunRef;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a run that is deleted: its pods go, which puts their hosts back, and its nodes are free once they are gone. All
 * else goes with its owner.
 */
final class DeletedRun {
    private static final Logger LOG = LoggerFactory.getLogger(DeletedRun.class);
    private static final Duration AGAIN = Duration.ofSeconds(2);

    private final PodDeletion podDeletion;
    private final Namespaces namespaces;
    private final Cleanup cleanup;

    DeletedRun(PodDeletion podDeletion, Namespaces namespaces, Cleanup cleanup) {
        this.podDeletion = podDeletion;
        this.namespaces = namespaces;
        this.cleanup = cleanup;
    }

    /** When to look again; empty if nothing is left. */
    Optional<Duration> clear(RunRef ref, Session session) {
        RunState before = session.state();
        if (before instanceof RunState.Cleared) {
            return Optional.empty();
        }
        RunState.LetGo state = session.letGo();
        if (!before.mayHavePods()) {
            cleanup.free(ref);
            return Optional.empty();
        }
        var progress = progress(ref, state.podTermination());
        session.become(state, state.with(progress.podTermination()));
        if (progress.isUnderWay()) {
            return Optional.of(AGAIN);
        }
        boolean hadNodes = cleanup.free(ref);
        if (hadNodes && !progress.isConfirmed()) {
            LOG.warn(
                    "The nodes of the deleted run {} are freed after {} s, though it is not known that its pods have"
                            + " ended. If it tuned its hosts, look whether they are as before.",
                    ref.path(),
                    PodDeletion.PODS_END_WITHIN.toSeconds());
        }
        return Optional.empty();
    }

    /**
     * Where the namespace is being deleted, the rights in it may have gone before the pods. Whoever deletes the
     * namespace deletes its pods as well, and it is gone when they are.
     */
    private PodDeletion.Progress progress(RunRef ref, PodTermination before) {
        try {
            return podDeletion.of(ref, before, PodDeletion.Ended.GO);
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) {
                throw e;
            }
            return podDeletion.byOthers(before, namespaces.isGone(ref.namespace()));
        }
    }
}
