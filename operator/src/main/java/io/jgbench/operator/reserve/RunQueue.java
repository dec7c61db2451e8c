package io.jgbench.operator.reserve;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.operator.kubernetes.UnreadableFields;
import io.jgbench.operator.kubernetes.VisitMetadata;
import io.jgbench.operator.plan.NodeChoice;
import io.jgbench.operator.plan.NodeView;
import java.time.Instant;
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
 * their round, see {@link QueuePlaces}.
 */
public final class RunQueue {
    private static final Comparator<Placed> BY_AGE = Comparator.comparing(Placed::since)
            .thenComparing(placed -> placed.run().getMetadata().getNamespace())
            .thenComparing(placed -> placed.run().getMetadata().getName());

    private final NodeChoices choices;
    private final QueuePlaces places;

    /** The run that each one waits for, by uid; empty for the one that is next, none while that is not known. */
    private final Map<String, Optional<String>> waitsFor = new ConcurrentHashMap<>();

    private record Placed(BenchmarkRun run, Instant since) {}

    /** Nobody waits yet. */
    public RunQueue(QueuePlaces places) {
        this(places, NodeChoice::choose);
    }

    RunQueue(QueuePlaces places, BiFunction<BenchmarkRunSpec, List<NodeView>, NodeChoice.Outcome> choice) {
        this.places = places;
        this.choices = new NodeChoices(choice);
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
        Placed own = placed(run);
        var before = runs.get().stream()
                .filter(other -> !standsAsideForgotten(other))
                .map(this::placed)
                .filter(other -> BY_AGE.compare(other, own) < 0)
                .filter(other -> !hasLeftItsPlaceTo(run, other.run()))
                .filter(other -> !Collections.disjoint(wantedBy(other.run(), nodes), wanted))
                .max(BY_AGE)
                .map(Placed::run);
        waitsFor.put(uid, before.map(other -> other.getMetadata().getUid()));
        return before;
    }

    /** Whether nobody has to wait for a run. What is known of its nodes is not asked for any more. */
    private boolean standsAsideForgotten(BenchmarkRun run) {
        boolean standsAside = standsAside(run);
        if (standsAside) {
            choices.forget(run.getMetadata().getUid());
        }
        return standsAside;
    }

    private Placed placed(BenchmarkRun run) {
        return new Placed(run, places.since(run));
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

    /** Forgets a run that is gone, or over. */
    public void forget(String uid) {
        choices.forget(uid);
        waitsFor.remove(uid);
    }

    /** Whether the other is over and keeps its place for the next visit of the same suite, which this one is. */
    private static boolean hasLeftItsPlaceTo(BenchmarkRun run, BenchmarkRun other) {
        return other.isTrue(ConditionType.FINISHED)
                && VisitMetadata.suite(other).isPresent()
                && VisitMetadata.suite(other).equals(VisitMetadata.suite(run));
    }

    /**
     * Whether nobody has to wait for a run: it is over and keeps no place, is being deleted, is suspended, cannot be
     * read, waits for something else than nodes or cannot continue before somebody removes what is in its way.
     */
    public boolean standsAside(BenchmarkRun run) {
        boolean isHeldBack = Boolean.TRUE.equals(run.getSpec().suspend())
                || UnreadableFields.ofSpec(run).isPresent()
                || run.condition(ConditionType.SUCCEEDED)
                        .flatMap(StatusCondition::knownReason)
                        .filter(ConditionReason::standsAside)
                        .isPresent();
        return (run.isTrue(ConditionType.FINISHED) && !places.isHeld(run))
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
