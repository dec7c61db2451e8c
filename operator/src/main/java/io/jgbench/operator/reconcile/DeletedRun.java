package io.jgbench.operator.reconcile;

import io.fabric8.kubernetes.api.model.Pod;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.pod.MemberPods;
import io.jgbench.operator.pod.PodView;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Ends a run that is being deleted: its pods go, which puts their hosts back, and its nodes are free once they are gone.
 * All else goes with its owner.
 */
final class DeletedRun {
    private static final Duration AGAIN = Duration.ofSeconds(2);

    /** A node that does not answer must not hold a deletion. */
    private static final Duration PODS_END_WITHIN = Duration.ofSeconds(60);

    private final MemberPods pods;
    private final Clearing clearing;
    private final Clock clock;

    DeletedRun(MemberPods pods, Clearing clearing, Clock clock) {
        this.pods = pods;
        this.clearing = clearing;
        this.clock = clock;
    }

    /** When to look again; empty if nothing is left. */
    Optional<Duration> clear(BenchmarkRun run, RunRef ref, Session session, List<Pod> left) {
        session.letGo();
        left.stream()
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                .forEach(pods::delete);
        Instant deletion = Instant.parse(run.getMetadata().getDeletionTimestamp());
        boolean isWorthWaiting = clock.instant().isBefore(deletion.plus(PODS_END_WITHIN));
        if (isWorthWaiting && left.stream().map(PodView::new).anyMatch(pod -> !pod.isOver())) {
            return Optional.of(AGAIN);
        }
        clearing.free(ref);
        return Optional.empty();
    }
}
