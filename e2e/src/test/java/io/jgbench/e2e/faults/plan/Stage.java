package io.jgbench.e2e.faults.plan;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import java.util.Optional;
import java.util.Set;

/** What a run is doing, in the order in which it does it: the columns of docs/FAULTS.md. */
@SuppressWarnings("ImmutableEnumChecker") // Set.of makes an immutable set
public enum Stage {
    /** It waits for its nodes, which another run has. */
    QUEUED(ConditionReason.QUEUED),
    /** Its pods start, and its hosts are set. */
    TUNING(ConditionReason.STARTING),
    /** Its members find each other. */
    JOINING(ConditionReason.JOINING),
    /** Its members warm up and wait for the start. */
    ARMED(ConditionReason.ARMED),
    /** Its members measure. */
    RUNNING(ConditionReason.RUNNING, ConditionReason.STALLED),
    /** Its members give their reports. */
    COLLECTING(ConditionReason.COLLECTING),
    /** It is finished; its pods end and its hosts are put back. */
    CLEARING;

    private final Set<ConditionReason> reasons;

    Stage(ConditionReason... reasons) {
        this.reasons = Set.of(reasons);
    }

    /** The stage of a run as its status says it; empty before the first one and after the last one. */
    public static Optional<Stage> of(BenchmarkRun run) {
        if (run.isTrue(ConditionType.FINISHED)) {
            return run.isTrue(ConditionType.NODES_RESERVED) ? Optional.of(CLEARING) : Optional.empty();
        }
        for (Stage stage : values()) {
            if (stage.reasons.stream().anyMatch(reason -> run.hasReason(ConditionType.SUCCEEDED, reason))) {
                return Optional.of(stage);
            }
        }
        return Optional.empty();
    }
}
