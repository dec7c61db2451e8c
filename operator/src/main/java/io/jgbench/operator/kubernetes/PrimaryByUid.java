package io.jgbench.operator.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.Optional;

/** Finds a primary resource as it is now: it may have been deleted, and made again, since its reconciliation began. */
public final class PrimaryByUid {
    private PrimaryByUid() {}

    /** The resource of that name in the cache, if it is still the one with that UID. */
    public static <P extends HasMetadata> Optional<P> find(Context<P> context, ResourceID id, String uid) {
        return context.getPrimaryCache()
                .get(id)
                .filter(there -> uid.equals(there.getMetadata().getUid()));
    }
}
