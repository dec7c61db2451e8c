package io.jgbench.operator.reconcile;

import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Tells of runs that are deleted. The framework hands them to no reconciliation of a controller without a finalizer: a
 * run that is being deleted is skipped, and one that is gone is in no cache.
 */
final class DeletionEventSource extends AbstractEventSource<Void, BenchmarkRun>
        implements ResourceEventAware<BenchmarkRun> {
    private final Consumer<BenchmarkRun> leaving;

    /**
     * Triggers nothing by itself.
     *
     * @param leaving takes each run that is being deleted, and each that is gone; more than once
     */
    DeletionEventSource(Consumer<BenchmarkRun> leaving) {
        super(Void.class, "deletions");
        this.leaving = leaving;
    }

    @Override
    public void onResourceCreated(BenchmarkRun run) {
        tellIfMarked(run);
    }

    @Override
    public void onResourceUpdated(BenchmarkRun now, BenchmarkRun before) {
        tellIfMarked(now);
    }

    @Override
    public void onResourceDeleted(BenchmarkRun run) {
        leaving.accept(run);
    }

    private void tellIfMarked(BenchmarkRun run) {
        if (run.isMarkedForDeletion()) {
            leaving.accept(run);
        }
    }

    @Override
    public Set<Void> getSecondaryResources(BenchmarkRun run) {
        return Set.of();
    }
}
