package io.jgbench.operator.reconcile;

import io.jgbench.operator.pod.MemberPod;
import io.jgbench.operator.reconcile.RunState.Concluded;
import java.util.Set;

/**
 * When the outcome stands and nothing of the run is left on its nodes: has those restored whose tuners did not say that
 * they did, and frees them. Not before the outcome stands: without its record the run would begin again.
 */
final class FinishStep implements RunStep<Concluded> {
    private final Cleanup cleanup;
    private final TunerEnds tunerEnds;
    private final HostRestores restores;

    FinishStep(Cleanup cleanup, TunerEnds tunerEnds, HostRestores restores) {
        this.cleanup = cleanup;
        this.tunerEnds = tunerEnds;
        this.restores = restores;
    }

    @Override
    public Outcome take(RunView view, Concluded state) {
        HostRestores.Progress progress = restored(view, state);
        if (progress.isUnderWay()) {
            return Outcome.lookAgainAfter(EndPodsStep.AGAIN);
        }
        progress.note(view.draft());
        cleanup.clear(view.ref(), progress.nodes());
        view.session().become(state, state.clear());
        Cleanup.note(view);
        return Outcome.lookAgainAfter(EndPodsStep.AGAIN);
    }

    private HostRestores.Progress restored(RunView view, Concluded state) {
        if (!MemberPod.changesHosts(view.run().getSpec())) {
            return HostRestores.Progress.NOTHING;
        }
        view.pods().forEach(tunerEnds::see);
        Set<String> unconfirmed =
                tunerEnds.unconfirmed(view.ref(), state.repetition().record());
        return restores.of(view.ref(), true, unconfirmed, state.podTermination());
    }
}
