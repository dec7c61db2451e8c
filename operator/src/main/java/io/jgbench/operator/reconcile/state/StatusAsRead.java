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
 * <p>What a run is doing follows from its record, its Leases, its pods and the operator's {@link RunState}. The status
 * is the only place for what outlives these: the outcome and the figures, whether the full result is still to be
 * stored, and whether the hosts are restored. It also tells whether what this operator has said was written. The steps
 * ask this class, or the state that follows from it, and no condition.
 *
 * @param isFinished whether the outcome stands
 * @param hasFigures whether what the members measured stands, though the outcome may not
 * @param hasNodes whether the run is said to have its nodes
 * @param hasReleased whether they are said to be free because the run is over
 * @param lacksStack whether the run is said to have no valid stack
 * @param isToBeStored whether the full result is still to be stored
 * @param hosts what is said of the tuning of its hosts
 */
public record StatusAsRead(
        boolean isFinished,
        boolean hasFigures,
        boolean hasNodes,
        boolean hasReleased,
        boolean lacksStack,
        boolean isToBeStored,
        Hosts hosts) {
    /** Nothing is said yet. */
    public static final StatusAsRead NOTHING =
            new StatusAsRead(false, false, false, false, false, false, Hosts.NOTHING);

    /**
     * What is said of the tuning of a run's hosts.
     *
     * @param isTuned whether they are said to be as asked
     * @param isRestored whether they are said to be as before the run, but for what was left alone
     * @param isUnrestored whether it is said that nobody knows whether they are
     * @param untunedSince since when they are said not to be as asked
     */
    public record Hosts(boolean isTuned, boolean isRestored, boolean isUnrestored, Optional<Instant> untunedSince) {
        /** Nothing is said yet. */
        public static final Hosts NOTHING = new Hosts(false, false, false, Optional.empty());

        private static Hosts of(BenchmarkRun run) {
            return new Hosts(
                    run.isTrue(ConditionType.TUNING_VERIFIED),
                    run.hasReason(ConditionType.TUNING_VERIFIED, ConditionReason.RESTORED)
                            || run.hasReason(ConditionType.TUNING_VERIFIED, ConditionReason.RESTORED_IN_PART),
                    run.hasReason(ConditionType.TUNING_VERIFIED, ConditionReason.RESTORE_UNCONFIRMED),
                    run.condition(ConditionType.TUNING_VERIFIED)
                            .filter(condition -> condition.status() == Status.FALSE)
                            .map(StatusCondition::lastTransitionTime)
                            .map(Instant::parse));
        }
    }

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
                run.hasReason(ConditionType.RESULTS_STORED, ConditionReason.STORING),
                Hosts.of(run));
    }
}
