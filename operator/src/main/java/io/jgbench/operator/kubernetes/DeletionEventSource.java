package io.jgbench.operator.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
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
     * Triggers nothing by itself, but for an object that came in the place of another one.
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

    /** Where the watch was begun anew meanwhile, an object of the same name may be another one. */
    @Override
    public void onResourceUpdated(P now, P before) {
        if (!now.getMetadata().getUid().equals(before.getMetadata().getUid())) {
            leaving.accept(before);
            getEventHandler().handleEvent(new Event(ResourceID.fromResource(now)));
        }
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
