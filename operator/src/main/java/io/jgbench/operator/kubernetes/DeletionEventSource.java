package io.jgbench.operator.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Tells of objects that are deleted. The framework hands them to no reconciliation of a controller without a finalizer:
 * one that is being deleted is skipped, and one that is gone is in no cache.
 *
 * @param <P> what the controller reconciles
 */
public final class DeletionEventSource<P extends HasMetadata> extends AbstractEventSource<Void, P>
        implements ResourceEventAware<P> {
    private final Consumer<P> leaving;

    /**
     * Triggers nothing by itself.
     *
     * @param leaving takes each object that is being deleted, and each that is gone; more than once
     */
    public DeletionEventSource(Consumer<P> leaving) {
        super(Void.class, "deletions");
        this.leaving = leaving;
    }

    @Override
    public void onResourceCreated(P created) {
        tellIfMarked(created);
    }

    @Override
    public void onResourceUpdated(P now, P before) {
        tellIfMarked(now);
    }

    @Override
    public void onResourceDeleted(P deleted) {
        leaving.accept(deleted);
    }

    private void tellIfMarked(P found) {
        if (found.isMarkedForDeletion()) {
            leaving.accept(found);
        }
    }

    @Override
    public Set<Void> getSecondaryResources(P primary) {
        return Set.of();
    }
}
