package io.jgbench.operator.reconcile.restore;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.coordination.EpochClock;
import io.jgbench.operator.kubernetes.NodeReadiness;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.pod.RestoreFor;
import io.jgbench.operator.pod.RestorePod;
import io.jgbench.operator.pod.RestorePods;
import io.jgbench.operator.reconcile.state.PodTermination;
import io.jgbench.operator.reconcile.state.ReconcileFailure;
import io.jgbench.operator.reconcile.status.LeftAlone;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restores the hosts of nodes whose tuners did not confirm that they did, each by a pod there. Nothing waits here: each
 * call makes the pods that are missing and looks how far the others are. What comes of it is said by
 * {@link RestoreStatus}.
 */
public final class HostRestores {
    private static final Logger LOG = LoggerFactory.getLogger(HostRestores.class);

    /** From when the run's own pods have ended, or were given up. */
    private static final Duration RESTORED_WITHIN = Duration.ofSeconds(60);

    /** From when the run's own pods were told to end. A node that is lost is not waited for without a limit. */
    public static final Duration GIVEN_UP_AFTER = PodTermination.PODS_END_WITHIN.plus(RESTORED_WITHIN);

    /** Before another pod is made where a kubelet rejected one: what it runs out of comes back no sooner. */
    private static final Duration BETWEEN_REJECTED = Duration.ofSeconds(15);

    private final RestorePods pods;
    private final NodeReadiness readiness;
    private final EpochClock clock;

    /**
     * Restores by these pods.
     *
     * @param readiness tells on which nodes a pod would start
     * @param clock tells how long they are waited for
     */
    public HostRestores(RestorePods pods, NodeReadiness readiness, EpochClock clock) {
        this.pods = pods;
        this.readiness = readiness;
        this.clock = clock;
    }

    /**
     * Looks after the nodes of a run that is over.
     *
     * @param asked for which run
     * @param nodes those of which it is not known whether they are as before
     * @param waited since when the run's own pods are waited for
     */
    public RestoreProgress of(RestoreFor asked, Set<String> nodes, PodTermination waited) {
        return of(asked, nodes, UnleasedNodes.NONE, waited);
    }

    /**
     * The same where Leases are missing.
     *
     * @param nodes those of which it is not known whether they are as before, and of which Leases say so
     * @param unleased those of which no Lease says so
     */
    public RestoreProgress of(RestoreFor asked, Set<String> nodes, UnleasedNodes unleased, PodTermination waited) {
        RestoreProgress progress = progress(asked, nodes, unleased, waited, true);
        if (progress.hadAny() && progress.unconfirmed().isEmpty()) {
            withdrawIfAllowed(asked.run());
        }
        return progress;
    }

    /**
     * The same; removing the pods afterwards is the caller's. None is made any more after {@link #GIVEN_UP_AFTER}: it
     * could be at work when the nodes are free.
     */
    public RestoreProgress ofDeleted(RestoreFor asked, Set<String> nodes, PodTermination waited) {
        return progress(asked, nodes, UnleasedNodes.NONE, waited, isInTime(waited));
    }

    private boolean isInTime(PodTermination waited) {
        return waited.lasting(clock.epochNanos()).compareTo(GIVEN_UP_AFTER) < 0;
    }

    private RestoreProgress progress(
            RestoreFor asked, Set<String> nodes, UnleasedNodes unleased, PodTermination waited, boolean mayMake) {
        if (nodes.isEmpty() && unleased.isEmpty()) {
            return RestoreProgress.NOTHING;
        }
        Set<String> all = new TreeSet<>(nodes);
        all.addAll(unleased.free());
        RestoreLook look = unleased.addTo(look(asked, all, mayMake));
        Map<String, Unrestored> unconfirmed = look.unconfirmed();
        boolean isUnderWay = isInTime(waited) && unconfirmed.values().stream().anyMatch(Unrestored::isAwaited);
        return new RestoreProgress(unconfirmed, look.leftAlone(), isUnderWay, true, unleased.isEmpty());
    }

    /**
     * Makes the pods that are not there, and looks how the others are.
     *
     * @param asked for which run, in whose namespace that is done
     * @return how these nodes are, and what was left alone on all that were restored for the run
     */
    public RestoreLook look(RestoreFor asked, Set<String> nodes) {
        return look(asked, nodes, true);
    }

    private RestoreLook look(RestoreFor asked, Set<String> nodes, boolean mayMake) {
        Map<String, RestorePod> there = new HashMap<>();
        Optional<String> refusal = refusal(() -> pods.of(asked.run()).forEach(pod -> there.put(pod.node(), pod)));
        Map<String, Unrestored> unconfirmed = new TreeMap<>();
        for (String node : nodes) {
            Optional<Unrestored> found = refusal.map(Unrestored::awaited)
                    .or(() -> Optional.ofNullable(there.get(node))
                            .map(this::look)
                            .orElseGet(() -> mayMake ? make(asked, node) : Optional.of(notInTime(node))));
            found.ifPresent(why -> unconfirmed.put(node, why));
        }
        return new RestoreLook(unconfirmed, leftAlone(there.values()));
    }

    private static List<String> leftAlone(Collection<RestorePod> pods) {
        return pods.stream()
                .flatMap(pod -> pod.leftAlone().stream().map(settings -> LeftAlone.on(pod.node(), settings)))
                .sorted()
                .toList();
    }

    /**
     * Makes the pod of a node. None where no kubelet would ever start it, as it would stay, and keep its namespace,
     * until one does.
     */
    private Optional<Unrestored> make(RestoreFor asked, String node) {
        Optional<String> problem = readiness.problem(node);
        if (problem.isPresent()) {
            return problem.map(Unrestored::unreachable);
        }
        List<RestorePod> unlisted = new ArrayList<>();
        Optional<String> refusal = refusal(() -> pods.make(asked, node).ifPresent(unlisted::add));
        return unlisted.isEmpty()
                ? Optional.of(Unrestored.awaited(refusal.orElse("the pod that restores it was not there yet")))
                : look(unlisted.getFirst());
    }

    private Unrestored notInTime(String node) {
        return readiness
                .problem(node)
                .map(Unrestored::unreachable)
                .orElseGet(() -> Unrestored.awaited("no pod restored it in time"));
    }

    /** Whether an operator before this one may have left pods that restore nodes for a run. */
    public boolean mayHavePodsFromBefore(RunRef run) {
        return pods.mayBeFromBefore(run);
    }

    /** Why the node of a pod is not restored; empty if it is. */
    private Optional<Unrestored> look(RestorePod pod) {
        if (pod.isRestored()) {
            return Optional.empty();
        }
        Optional<String> unreachable = pod.isAcknowledged() ? Optional.empty() : readiness.problem(pod.node());
        // the next look makes another one
        Optional<String> refusal =
                unreachable.isPresent() || isUseless(pod) ? refusal(() -> pods.delete(pod)) : Optional.empty();
        return unreachable
                .map(Unrestored::unreachable)
                .or(() -> refusal.map(Unrestored::awaited))
                .or(() -> Optional.of(Unrestored.awaited(pod.says())));
    }

    /** Whether another pod has to take its place, and may do so now. */
    private boolean isUseless(RestorePod pod) {
        return (pod.hasFailed() || !pod.mayRestore()) && !pod.isLeaving() && !isRejectedJustNow(pod);
    }

    /** By the API server's clock and this one. Where these are far apart, nothing is waited for. */
    private boolean isRejectedJustNow(RestorePod pod) {
        return pod.isRejected()
                && pod.madeAt()
                        .map(made -> Duration.between(made, clock.instant()).abs())
                        .filter(since -> since.compareTo(BETWEEN_REJECTED) < 0)
                        .isPresent();
    }

    /** Why the API server refuses a request, as by a quota or in a namespace that is deleted; empty if it does not. */
    private static Optional<String> refusal(Runnable request) {
        try {
            request.run();
            return Optional.empty();
        } catch (KubernetesClientException e) {
            if (!ReconcileFailure.isRefusal(e)) {
                throw e;
            }
            return Optional.of("the API server refused: " + e.getMessage());
        }
    }

    /** Removes the pods that were made for a run. One that nobody will ever end is not waited for. */
    public void withdraw(RunRef run) {
        withdraw(run, _ -> true);
    }

    /**
     * The same of a run that is over, whose nodes must not wait for that: nobody believes its pods any more. One that
     * the API server does not let go stays until its run is deleted.
     */
    public void withdrawIfAllowed(RunRef run) {
        refusal(() -> withdraw(run))
                .ifPresent(refused ->
                        LOG.warn("Pods that restored nodes of {} cannot be removed: {}", run.path(), refused));
    }

    /** Removes those of them that are for these nodes, so that nobody believes them when a node is changed again. */
    public void withdraw(RunRef run, Set<String> nodes) {
        if (!nodes.isEmpty()) {
            withdraw(run, pod -> nodes.contains(pod.node()));
        }
    }

    private void withdraw(RunRef run, Predicate<RestorePod> which) {
        pods.of(run).stream()
                .filter(which)
                .filter(pod -> !(pod.isLeaving() && pod.isAcknowledged()))
                .forEach(pods::delete);
    }
}
