package io.jgbench.operator.status;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.StatusCondition;
import java.util.Optional;

/** The conditions of a run, by type. */
public final class Conditions {
    /** A Lease is held on each node. */
    public static final String NODES_RESERVED = "NodesReserved";
    /** What was declared was read back from each host. */
    public static final String TUNING_VERIFIED = "TuningVerified";
    /** The full view stands and all are armed. */
    public static final String MEMBERS_READY = "MembersReady";
    /** Released, and the skew is within its bound. */
    public static final String STARTED = "Started";
    /** One report from each member. */
    public static final String RESULTS_COLLECTED = "ResultsCollected";
    /** The figures may be used. */
    public static final String VALID = "Valid";
    /** Over, either way. */
    public static final String FINISHED = "Finished";
    /** Unknown while under way, then the outcome. */
    public static final String SUCCEEDED = "Succeeded";

    /** The reason of {@link #SUCCEEDED} as long as a run waits for something else than nodes. */
    public static final String PENDING = "Pending";

    /** The reason of {@link #SUCCEEDED} as long as the API server refuses what a run needs. */
    public static final String API_REFUSED = "ApiRefused";

    /** The reason of {@link #SUCCEEDED} as long as the operator fails at a run. */
    public static final String INTERNAL_ERROR = "InternalError";

    private Conditions() {}

    /** A condition of a run, if it has it. */
    public static Optional<StatusCondition> find(BenchmarkRun run, String type) {
        return run.getStatus() == null
                ? Optional.empty()
                : run.getStatus().conditions().stream()
                        .filter(condition -> condition.type().equals(type))
                        .findFirst();
    }

    /** Whether a run has a condition and it is true. */
    public static boolean isTrue(BenchmarkRun run, String type) {
        return find(run, type)
                .map(condition -> condition.status() == StatusCondition.Status.TRUE)
                .orElse(false);
    }

    /** Whether a run has a condition for this reason. */
    public static boolean hasReason(BenchmarkRun run, String type, String reason) {
        return find(run, type)
                .map(condition -> condition.reason().equals(reason))
                .orElse(false);
    }
}
