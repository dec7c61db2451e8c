package io.jgbench.operator.reconcile.state;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import java.time.Instant;
import java.util.Optional;

/**
 * What a run's status says when a reconciliation begins. A status can fail to be written, and another operator may
 * have written it: this is how the operator learns what others can already read.
 *
 * @param isFinished whether the outcome stands
 * @param hasFigures whether what the members measured stands, though the outcome may not
 * @param hasNodes whether the run is said to have its nodes
 * @param hasReleased whether they are said to be free because the run is over
 * @param lacksStack whether the run is said to have no valid stack
 * @param isTuned whether its hosts are said to be as asked
 * @param untunedSince since when they are said not to be
 */
public record StatusAsRead(
        boolean isFinished,
        boolean hasFigures,
        boolean hasNodes,
        boolean hasReleased,
        boolean lacksStack,
        boolean isTuned,
        Optional<Instant> untunedSince) {

    /** What stands in the status of a run. */
    public static StatusAsRead of(BenchmarkRun run) {
        return new StatusAsRead(
                run.isTrue(ConditionType.FINISHED),
                run.condition(ConditionType.RESULTS_COLLECTED)
                        .filter(condition -> condition.status() != Status.UNKNOWN)
                        .isPresent(),
                run.isTrue(ConditionType.NODES_RESERVED),
                run.hasReason(ConditionType.NODES_RESERVED, ConditionReason.RELEASED),
                run.hasReason(ConditionType.MEMBERS_READY, ConditionReason.STACK_INVALID),
                run.isTrue(ConditionType.TUNING_VERIFIED),
                run.condition(ConditionType.TUNING_VERIFIED)
                        .filter(condition -> condition.status() == Status.FALSE)
                        .map(StatusCondition::lastTransitionTime)
                        .map(Instant::parse));
    }
}
