package io.jgbench.operator.reserve;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.operator.kubernetes.QueuePlace;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.plan.NodeChoice;
import io.jgbench.operator.plan.NodeView;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Who is first: the run that was declared first among those that want the same node. A run that waits for one node
 * keeps others from its other nodes, so that small runs cannot starve a large one. Visits of a suite have the place of
 * their round, see {@link QueuePlace}.
 */
public final class RunQueue {
    private static final Comparator<BenchmarkRun> BY_AGE = Comparator.<BenchmarkRun, String>comparing(QueuePlace::since)
            .thenComparing(run -> run.getMetadata().getNamespace())
            .thenComparing(run -> run.getMetadata().getName());

    private final List<BenchmarkRun> runs;
    private final List<NodeView> nodes;

    /** The queue as it follows from all runs and all nodes. */
    public RunQueue(List<BenchmarkRun> runs, List<NodeView> nodes) {
        this.runs = List.copyOf(runs);
        this.nodes = List.copyOf(nodes);
    }

    /**
     * The run that this one has to wait for: of those before it, the last that wants one of its nodes.
     *
     * @param wanted the nodes that it wants
     */
    public Optional<BenchmarkRun> before(BenchmarkRun run, List<String> wanted) {
        return runs.stream()
                .filter(other -> BY_AGE.compare(other, run) < 0)
                .filter(other -> !standsAside(other))
                .filter(other -> !hasLeftItsPlaceTo(run, other))
                .filter(other -> !Collections.disjoint(wantedBy(other), wanted))
                .max(BY_AGE);
    }

    /** Whether the other is over and keeps its place for the next visit of the same suite, which this one is. */
    private static boolean hasLeftItsPlaceTo(BenchmarkRun run, BenchmarkRun other) {
        return other.isTrue(ConditionType.FINISHED)
                && SuiteRef.ownerUid(other).isPresent()
                && SuiteRef.ownerUid(other).equals(SuiteRef.ownerUid(run));
    }

    /**
     * Whether nobody has to wait for a run: it is over and keeps no place, is being deleted, is suspended, waits for
     * something else than nodes or cannot continue before somebody removes what is in its way.
     */
    public static boolean standsAside(BenchmarkRun run) {
        boolean isHeldBack = Boolean.TRUE.equals(run.getSpec().suspend())
                || run.condition(ConditionType.SUCCEEDED)
                        .flatMap(StatusCondition::knownReason)
                        .filter(ConditionReason::standsAside)
                        .isPresent();
        return (run.isTrue(ConditionType.FINISHED) && !QueuePlace.isHeld(run))
                || run.getMetadata().getDeletionTimestamp() != null
                || (isHeldBack && !run.isTrue(ConditionType.NODES_RESERVED));
    }

    private List<String> wantedBy(BenchmarkRun run) {
        return switch (NodeChoice.choose(run.getSpec(), nodes)) {
            case NodeChoice.Outcome.Chosen chosen -> chosen.names();
            case NodeChoice.Outcome.TooFew _ -> List.of();
        };
    }
}
