package io.jgbench.operator.reconcile.clear;

import io.jgbench.operator.pod.RestoreFor;
import io.jgbench.operator.reconcile.restore.HostRestores;
import io.jgbench.operator.reconcile.restore.RestoreProgress;
import io.jgbench.operator.reconcile.restore.TunerEnds;
import io.jgbench.operator.reconcile.state.RunState.Concluded;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reserve.NodeLeases;
import java.util.Set;
import java.util.TreeSet;

/**
 * When the outcome stands and nothing of the run is left on its nodes: has those restored whose tuners did not say that
 * they did, and frees them. Not before the outcome stands: without its record the run would begin again.
 */
public final class FinishStep implements RunStep<Concluded> {
    private final Cleanup cleanup;
    private final NodeLeases leases;
    private final TunerEnds tunerEnds;
    private final HostRestores restores;

    /**
     * Frees nodes by these Leases.
     *
     * @param tunerEnds what tuners said when they ended
     */
    public FinishStep(Cleanup cleanup, NodeLeases leases, TunerEnds tunerEnds, HostRestores restores) {
        this.cleanup = cleanup;
        this.leases = leases;
        this.tunerEnds = tunerEnds;
        this.restores = restores;
    }

    @Override
    public StepOutcome take(RunView view, Concluded state) {
        RestoreProgress progress = restored(view, state);
        if (progress.isUnderWay()) {
            return StepOutcome.lookAgainAfter(EndPodsStep.AGAIN);
        }
        progress.note(view.draft());
        if (progress.isUnsaid(view)) {
            return StepOutcome.lookAgainAfter(EndPodsStep.AGAIN);
        }
        if (progress.hadAny()) {
            leases.settle(view.ref(), progress.nodes());
        }
        cleanup.clear(view.ref(), progress.nodes());
        view.session().become(state, state.clear(view.published()));
        Cleanup.note(view, progress.isEachRestored(view));
        return StepOutcome.lookAgainAfter(EndPodsStep.AGAIN);
    }

    private RestoreProgress restored(RunView view, Concluded state) {
        if (!view.mayChangeHosts()) {
            return RestoreProgress.NOTHING;
        }
        view.pods().forEach(tunerEnds::see);
        return restores.of(RestoreFor.run(view.ref()), unconfirmed(view, state), state.podTermination());
    }

    /**
     * Not those that the run has given back as they were, before something else of it could not be cleared away. Those
     * that it has given back as left changed must not be said to be restored with the others.
     */
    private Set<String> unconfirmed(RunView view, Concluded state) {
        Set<String> nodes = new TreeSet<>(
                tunerEnds.unconfirmed(view.ref(), state.repetition().record()));
        if (!nodes.isEmpty()) {
            nodes.retainAll(leases.unsettled(view.ref()));
        }
        return nodes;
    }
}
