package io.jgbench.operator.pod;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.jgbench.operator.kubernetes.RunRef;
import java.util.List;
import java.util.Objects;

/**
 * For which run nodes are restored.
 *
 * @param run whose tuner may have left a node changed, or which wants the node
 * @param owners what the pods that restore them go with
 */
public record RestoreFor(RunRef run, List<OwnerReference> owners) {

    /** Refuses nulls and copies the list. */
    public RestoreFor {
        Objects.requireNonNull(run, "run");
        owners = List.copyOf(owners);
    }

    /** A run that is there: the pods go with it. */
    public static RestoreFor run(RunRef ref) {
        return new RestoreFor(ref, List.of(ref.ownerReference()));
    }

    /** A run that is deleted: pods that it owns would be removed with it. */
    public static RestoreFor deletedRun(RunRef ref) {
        return new RestoreFor(ref, List.of());
    }
}
