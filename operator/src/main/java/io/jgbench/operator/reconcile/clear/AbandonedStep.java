package io.jgbench.operator.reconcile.clear;

import io.jgbench.operator.drive.RunRecords;
import io.jgbench.operator.pod.MemberPod;
import io.jgbench.operator.pod.RestoreFor;
import io.jgbench.operator.reconcile.restore.HostRestores;
import io.jgbench.operator.reconcile.restore.RestoreProgress;
import io.jgbench.operator.reconcile.restore.UnleasedNodes;
import io.jgbench.operator.reconcile.state.RunState.Abandoned;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reserve.NodeLeases;
import java.time.Duration;

/**
 * Clears away what nobody drives of a run that was aborted or given up. Not before the outcome stands in the status: a
 * run that has neither an outcome nor a record would begin again.
 */
public final class AbandonedStep implements RunStep<Abandoned> {
    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final PodDeletion podDeletion;
    private final Cleanup cleanup;
    private final NodeLeases leases;
    private final HostRestores restores;
    private final RunRecords records;

    /** Deletes the pods by {@code podDeletion}, and the rest once they are gone. */
    public AbandonedStep(
            PodDeletion podDeletion, Cleanup cleanup, NodeLeases leases, HostRestores restores, RunRecords records) {
        this.podDeletion = podDeletion;
        this.cleanup = cleanup;
        this.leases = leases;
        this.restores = restores;
        this.records = records;
    }

    @Override
    public StepOutcome take(RunView view, Abandoned state) {
        var progress = podDeletion.of(view.ref(), state.podTermination(), PodDeletion.Ended.STAY);
        Abandoned waiting = view.session().become(state, state.with(progress.podTermination()));
        if (progress.isUnderWay()) {
            return StepOutcome.lookAgainAfter(AGAIN);
        }
        RestoreProgress restored = restored(view, waiting);
        if (restored.isUnderWay()) {
            return StepOutcome.lookAgainAfter(AGAIN);
        }
        restored.note(view.draft());
        if (restored.isUnsaid(view)) {
            return StepOutcome.lookAgainAfter(AGAIN);
        }
        if (restored.hadAny()) {
            leases.settle(view.ref(), restored.nodes());
        } else {
            // while it waited, it may have had a node restored that it never got
            restores.withdrawIfAllowed(view.ref());
        }
        cleanup.clear(view.ref(), restored.nodes());
        view.session().become(waiting, waiting.clear(view.published()));
        // what was noted must be in the status before anybody reads there whether to go on restoring
        return restored.hadAny() ? StepOutcome.lookAgainAfter(AGAIN) : StepOutcome.proceed();
    }

    /** Nobody knows which members stood where, so all nodes are restored that the run may have changed. */
    private RestoreProgress restored(RunView view, Abandoned state) {
        return view.mayChangeHosts()
                ? restores.of(
                        RestoreFor.run(view.ref()),
                        leases.unsettled(view.ref()),
                        unleased(view),
                        state.podTermination())
                : RestoreProgress.NOTHING;
    }

    /**
     * The nodes whose Leases somebody removed. The operator removes the record after the Leases: without a record they
     * were given back in order. Which nodes these are is read from the status, as the record may not be readable. That
     * tuners have restored them stands there alone once their pods are gone.
     */
    private UnleasedNodes unleased(RunView view) {
        boolean mayBeMissing = MemberPod.changesHosts(view.run().getSpec())
                && !view.published().hosts().isRestored()
                && !view.nodesSaid().isEmpty()
                && records.isThere(view.ref());
        return mayBeMissing ? UnleasedNodes.among(view.nodesSaid(), view, leases) : UnleasedNodes.NONE;
    }
}
