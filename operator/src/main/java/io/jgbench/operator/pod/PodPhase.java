package io.jgbench.operator.pod;

import io.fabric8.kubernetes.api.model.PodStatus;

/** How far a pod has come, as Kubernetes says it. */
enum PodPhase {
    /** A container of it runs, or is still to run. */
    UNDER_WAY,
    /** All its containers have ended well, and none of them is started again. */
    SUCCEEDED,
    /** All its containers have ended, one of them not well. */
    FAILED;

    /** The phase in a status; a pod whose phase is unknown may still run. */
    static PodPhase of(PodStatus status) {
        return switch (status.getPhase()) {
            case "Succeeded" -> SUCCEEDED;
            case "Failed" -> FAILED;
            case null, default -> UNDER_WAY;
        };
    }

    /** Whether nothing of the pod is left on its node. */
    boolean isOver() {
        return this != UNDER_WAY;
    }
}
