package io.jgbench.operator.reconcile.restore;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.coordination.EpochClock;
import io.jgbench.operator.kubernetes.NodeReadiness;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.pod.RestoreFor;
import io.jgbench.operator.pod.RestorePod;
import io.jgbench.operator.pod.RestorePods;
import io.jgbench.operator.reconcile.state.PodTermination;
import io.jgbench.operator.reconcile.state.ReconcileFailure;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.status.LeftAlone;
import io.jgbench.operator.status.StatusDraft;
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
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts restore pods on nodes whose tuner did not confirm that it restored the host. Nothing waits here: each call
 * checks how far the pods are.
 */
public final class HostRestores {
    private static final Logger LOG = LoggerFactory.getLogger(HostRestores.class);

    /** From when the run's own pods have ended, or were given up. */
    private static final Duration RESTORED_WITHIN = Duration.ofSeconds(60);

    /** From when the run's own pods were told to end. A node that is lost is not waited for without a limit. */
    public static final Duration GIVEN_UP_AFTER = PodTermination.PODS_END_WITHIN.plus(RESTORED_WITHIN);

    /** Before another pod is made where a kubelet rejected one: what it runs out of comes back no sooner. */
    private static final Duration BETWEEN_REJECTED = Duration.ofSeconds(15);

    private static final String LEASED = "; no run begins there before they are restored.";
    private static final String UNLEASED =
            " where no other run is. Leases were removed, so other runs may begin there.";

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
     * Why a node is not restored.
     *
     * @param why in a few words
     * @param isAwaited whether that may be over in a moment
     */
    public record Unrestored(String why, boolean isAwaited) {

        private static Unrestored awaited(String why) {
            return new Unrestored(why, true);
        }

        /** Its node has to come back first. */
        public static Unrestored unreachable(String why) {
            return new Unrestored(why, false);
        }
    }

    /**
     * How nodes are.
     *
     * @param unconfirmed the nodes that are not restored yet, in alphabetical order, and why
     * @param leftAlone what was left as it is on nodes that are restored, a text for each
     */
    public record Look(Map<String, Unrestored> unconfirmed, List<String> leftAlone) {
        /** There was nothing to look at. */
        public static final Look NOTHING = new Look(Map.of(), List.of());

        /** The same with nodes that are not restored either. */
        Look and(Set<String> nodes, Unrestored why) {
            Map<String, Unrestored> all = new TreeMap<>(unconfirmed);
            nodes.forEach(node -> all.put(node, why));
            return new Look(all, leftAlone);
        }
    }

    /**
     * How it goes.
     *
     * @param unconfirmed the nodes that are not restored yet, in alphabetical order, and why
     * @param leftAlone what was left as it is on nodes that are restored, a text for each
     * @param isUnderWay whether they are still to be waited for
     * @param hadAny whether any node had to be restored
     * @param areLeased whether a Lease keeps other runs from each of these nodes
     */
    public record Progress(
            Map<String, Unrestored> unconfirmed,
            List<String> leftAlone,
            boolean isUnderWay,
            boolean hadAny,
            boolean areLeased) {
        /** Nothing has to be restored. */
        public static final Progress NOTHING = new Progress(Map.of(), List.of(), false, false, true);

        /** The nodes that are not restored. */
        public Set<String> nodes() {
            return unconfirmed.keySet();
        }

        /**
         * Whether the status has to say first that nodes are not restored. It is what has an operator go on when the
         * run is cleared away, so that one which dies in between must not be the only one to know.
         */
        public boolean isUnsaid(RunView view) {
            return !unconfirmed.isEmpty()
                    && !view.run().hasReason(ConditionType.TUNING_VERIFIED, ConditionReason.RESTORE_UNCONFIRMED);
        }

        /** Notes in the status of the run that changed the nodes what came of it. */
        public void note(StatusDraft draft) {
            if (!unconfirmed.isEmpty()) {
                noteUnconfirmed(draft, unconfirmed, leftAlone, areLeased);
            } else if (hadAny) {
                noteRestored(draft, leftAlone);
            }
        }
    }

    /**
     * Looks after the nodes of a run that is over.
     *
     * @param asked for which run
     * @param nodes those of which it is not known whether they are as before
     * @param waited since when the run's own pods are waited for
     */
    public Progress of(RestoreFor asked, Set<String> nodes, PodTermination waited) {
        return of(asked, nodes, UnleasedNodes.NONE, waited);
    }

    /**
     * The same where Leases are missing.
     *
     * @param nodes those of which it is not known whether they are as before, and of which Leases say so
     * @param unleased those of which no Lease says so
     */
    public Progress of(RestoreFor asked, Set<String> nodes, UnleasedNodes unleased, PodTermination waited) {
        if (nodes.isEmpty() && unleased.isEmpty()) {
            return Progress.NOTHING;
        }
        Set<String> all = new TreeSet<>(nodes);
        all.addAll(unleased.free());
        Look look = unleased.addTo(look(asked, all));
        Map<String, Unrestored> unconfirmed = look.unconfirmed();
        boolean isInTime = waited.lasting(clock.epochNanos()).compareTo(GIVEN_UP_AFTER) < 0;
        boolean isUnderWay = isInTime && unconfirmed.values().stream().anyMatch(Unrestored::isAwaited);
        if (unconfirmed.isEmpty()) {
            withdrawIfAllowed(asked.run());
        }
        return new Progress(unconfirmed, look.leftAlone(), isUnderWay, true, unleased.isEmpty());
    }

    /**
     * Makes the pods that are not there, and looks how the others are.
     *
     * @param asked for which run, in whose namespace that is done
     * @return how these nodes are, and what was left alone on all that were restored for the run
     */
    public Look look(RestoreFor asked, Set<String> nodes) {
        Map<String, RestorePod> there = new HashMap<>();
        Optional<String> refusal = refusal(() -> pods.of(asked.run()).forEach(pod -> there.put(pod.node(), pod)));
        Map<String, Unrestored> unconfirmed = new TreeMap<>();
        for (String node : nodes) {
            Optional<Unrestored> found = refusal.map(Unrestored::awaited)
                    .or(() ->
                            Optional.ofNullable(there.get(node)).map(this::look).orElseGet(() -> make(asked, node)));
            found.ifPresent(why -> unconfirmed.put(node, why));
        }
        return new Look(unconfirmed, leftAlone(there.values()));
    }

    private static List<String> leftAlone(Collection<RestorePod> pods) {
        return pods.stream()
                .flatMap(pod -> pod.leftAlone().stream().map(settings -> LeftAlone.on(pod.node(), settings)))
                .sorted()
                .toList();
    }

    /** None where no kubelet would ever start it, as it would stay, and keep its namespace, until one does. */
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

    private Optional<Unrestored> look(RestorePod pod) {
        if (pod.isRestored()) {
            return Optional.empty();
        }
        Optional<String> unreachable = pod.isAcknowledged() ? Optional.empty() : readiness.problem(pod.node());
        boolean isUseless = pod.hasFailed() || !pod.mayRestore();
        if (unreachable.isPresent() || (isUseless && !pod.isLeaving() && !isRejectedJustNow(pod))) {
            // the next look makes another one
            Optional<String> refusal = refusal(() -> pods.delete(pod));
            if (refusal.isPresent() && unreachable.isEmpty()) {
                return refusal.map(Unrestored::awaited);
            }
        }
        return unreachable.map(Unrestored::unreachable).or(() -> Optional.of(Unrestored.awaited(pod.says())));
    }

    /** By the API server's clock and this one. Where these are far apart, nothing is waited for. */
    private boolean isRejectedJustNow(RestorePod pod) {
        return pod.isRejected()
                && pod.madeAt()
                        .map(made -> Duration.between(made, clock.instant()).abs())
                        .filter(since -> since.compareTo(BETWEEN_REJECTED) < 0)
                        .isPresent();
    }

    /** Such as by a quota, or in a namespace that is being deleted; what it says of it, if it does. */
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

    /** Each node with what keeps it from being restored. */
    public static String told(Map<String, Unrestored> unconfirmed) {
        return unconfirmed.entrySet().stream()
                .map(node -> node.getKey() + " (" + node.getValue().why() + ")")
                .collect(Collectors.joining(", "));
    }

    /** Whether the message of a condition names a node as {@link #told} does. The end of a long message is cut off. */
    public static boolean tellsOf(String message, String node) {
        return message.contains(" " + node + " (");
    }

    /** Whether the message of a condition says already that Leases were removed. */
    public static boolean tellsOfRemovedLeases(String message) {
        return message.contains(UNLEASED);
    }

    /**
     * Notes which nodes are not restored.
     *
     * @param areLeased whether a Lease keeps other runs from each of them
     */
    public static void noteUnconfirmed(
            StatusDraft draft, Map<String, Unrestored> unconfirmed, List<String> leftAlone, boolean areLeased) {
        draft.unrestoredNodes(unconfirmed.keySet());
        LeftAlone.say(
                draft,
                Status.FALSE,
                ConditionReason.RESTORE_UNCONFIRMED,
                "It is not known whether these nodes are as they were before: " + told(unconfirmed)
                        + ". The operator keeps trying" + (areLeased ? LEASED : UNLEASED),
                leftAlone);
    }

    /** Notes that it is not even known which nodes a run may have left changed. */
    public static void noteUnknown(StatusDraft draft) {
        draft.unrestoredNodes(Set.of());
        LeftAlone.say(
                draft,
                Status.FALSE,
                ConditionReason.RESTORE_UNCONFIRMED,
                "It is not known whether the nodes of the run are as they were before: their Leases were removed, and"
                        + " nobody has looked.",
                List.of());
    }

    /** What else was wrong with the tuning stays said. */
    public static void noteRestored(StatusDraft draft, List<String> leftAlone) {
        draft.unrestoredNodes(Set.of());
        boolean saysOther = draft.build()
                .condition(ConditionType.TUNING_VERIFIED)
                .filter(condition -> condition.status() == Status.FALSE)
                .flatMap(StatusCondition::knownReason)
                .filter(reason ->
                        reason != ConditionReason.RESTORE_UNCONFIRMED && reason != ConditionReason.RESTORE_FAILED)
                .isPresent();
        if (saysOther) {
            LeftAlone.add(draft, leftAlone);
        } else {
            LeftAlone.say(
                    draft,
                    Status.TRUE,
                    ConditionReason.RESTORED,
                    "All hosts are restored. On some the tuner gave no confirmation, so the operator restored them.",
                    leftAlone);
        }
    }
}
