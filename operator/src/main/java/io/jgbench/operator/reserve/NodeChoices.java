package io.jgbench.operator.reserve;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.operator.plan.NodeChoice;
import io.jgbench.operator.plan.NodeView;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * Which nodes each run's members would have. It is asked of all runs that wait, each time that one of them is looked
 * at, so it is computed once for each version of a spec and of the nodes.
 */
final class NodeChoices {
    private final BiFunction<BenchmarkRunSpec, List<NodeView>, NodeChoice.Outcome> choice;
    private final Map<String, Known> byUid = new ConcurrentHashMap<>();

    /**
     * None is known yet.
     *
     * @param choice computes one
     */
    NodeChoices(BiFunction<BenchmarkRunSpec, List<NodeView>, NodeChoice.Outcome> choice) {
        this.choice = choice;
    }

    /**
     * The choice for a run.
     *
     * @param nodes all nodes; to be the same list as long as they have not changed, as it is compared
     */
    NodeChoice.Outcome of(BenchmarkRun run, List<NodeView> nodes) {
        String uid = run.getMetadata().getUid();
        Long generation = run.getMetadata().getGeneration();
        Known known = byUid.get(uid);
        if (known == null || !known.isOf(generation, nodes)) {
            known = new Known(generation, nodes, choice.apply(run.getSpec(), nodes));
            byUid.put(uid, known);
        }
        return known.outcome();
    }

    /** Forgets a run that waits no more. */
    void forget(String uid) {
        byUid.remove(uid);
    }

    private record Known(Long generation, List<NodeView> nodes, NodeChoice.Outcome outcome) {
        boolean isOf(Long otherGeneration, List<NodeView> otherNodes) {
            return Objects.equals(generation, otherGeneration) && nodes.equals(otherNodes);
        }
    }
}
