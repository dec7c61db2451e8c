package io.jgbench.operator.reserve;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.operator.kubernetes.QueuePlace;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.kubernetes.UnreadableFields;
import io.jgbench.operator.plan.NodeChoice;
import io.jgbench.operator.plan.NodeView;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Who is first: the run that was declared first among those that want the same node. A run that waits for one node
 * keeps others from its other nodes, so that small runs cannot starve a large one. Visits of a suite have the place of
 * their round, see {@link QueuePlace}.
 */
public final class RunQueue {
    private static final Comparator<BenchmarkRun> BY_AGE = Comparator.<BenchmarkRun, String>comparing(QueuePlace::since)
            .thenComparing(run -> run.getMetadata().getNamespace())
            .thenComparing(run -> run.getMetadata().getName());

    private final NodeChoices choices;

    /** The run that each one waits for, by uid; empty for the one that is next, none while that is not known. */
    private final Map<String, Optional<String>> waitsFor = new ConcurrentHashMap<>();

    /** Nobody waits yet. */
    public RunQueue() {
        this(NodeChoice::choose);
    }

    RunQueue(BiFunction<BenchmarkRunSpec, List<NodeView>, NodeChoice.Outcome> choice) {
        choices = new NodeChoices(choice);
    }

    /**
     * Chooses the nodes of a run.
     *
     * @param nodes all nodes; the same list as long as they have not changed
     */
    public NodeChoice.Outcome choose(BenchmarkRun run, List<NodeView> nodes) {
        return choices.of(run, nodes);
    }

    /**
     * The run that this one has to wait for: of those before it, the last that wants one of its nodes.
     *
     * @param wanted the nodes that it wants
     * @param runs reads all runs as they are now
     * @param nodes all nodes
     */
    public Optional<BenchmarkRun> before(
            BenchmarkRun run, List<String> wanted, Supplier<List<BenchmarkRun>> runs, List<NodeView> nodes) {
        String uid = run.getMetadata().getUid();
        // Before the runs are read: one that leaves its nodes from now on wakes this one in any case.
        waitsFor.remove(uid);
        var before = runs.get().stream()
                .filter(other -> BY_AGE.compare(other, run) < 0)
                .filter(other -> !standsAside(other))
                .filter(other -> !hasLeftItsPlaceTo(run, other))
                .filter(other -> !Collections.disjoint(wantedBy(other, nodes), wanted))
                .max(BY_AGE);
        waitsFor.put(uid, before.map(other -> other.getMetadata().getUid()));
        return before;
    }

    /**
     * Whether a run that waits may be the next when another one leaves its nodes: it waits for that one, or it is not
     * known whether it waits for another. All others go on waiting for the same run, as a run waits for the last of
     * those before it.
     *
     * @param waiting its uid
     * @param leaving the other's uid
     */
    public boolean mayFollow(String waiting, String leaving) {
        var before = waitsFor.get(waiting);
        return before == null || before.isEmpty() || before.get().equals(leaving);
    }

    /** Forgets a run that is gone. */
    public void forget(String uid) {
        choices.forget(uid);
        waitsFor.remove(uid);
    }

    /** Whether the other is over and keeps its place for the next visit of the same suite, which this one is. */
    private static boolean hasLeftItsPlaceTo(BenchmarkRun run, BenchmarkRun other) {
        return other.isTrue(ConditionType.FINISHED)
                && SuiteRef.ownerUid(other).isPresent()
                && SuiteRef.ownerUid(other).equals(SuiteRef.ownerUid(run));
    }

    /**
     * Whether nobody has to wait for a run: it is over and keeps no place, is being deleted, is suspended, cannot be
     * read, waits for something else than nodes or cannot continue before somebody removes what is in its way.
     */
    public static boolean standsAside(BenchmarkRun run) {
        boolean isHeldBack = Boolean.TRUE.equals(run.getSpec().suspend())
                || UnreadableFields.ofSpec(run).isPresent()
                || run.condition(ConditionType.SUCCEEDED)
                        .flatMap(StatusCondition::knownReason)
                        .filter(ConditionReason::standsAside)
                        .isPresent();
        return (run.isTrue(ConditionType.FINISHED) && !QueuePlace.isHeld(run))
                || run.getMetadata().getDeletionTimestamp() != null
                || (isHeldBack && !run.isTrue(ConditionType.NODES_RESERVED));
    }

    private List<String> wantedBy(BenchmarkRun run, List<NodeView> nodes) {
        return switch (choices.of(run, nodes)) {
            case NodeChoice.Outcome.Chosen chosen -> chosen.names();
            case NodeChoice.Outcome.TooFew _ -> List.of();
        };
    }
}
