package io.jgbench.operator.reconcile;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.PlacementSettings.Spread;
import io.jgbench.operator.plan.PortAssignment;
import io.jgbench.operator.reconcile.RunState.Waiting;
import java.util.Optional;

/**
 * Ends a run whose members cannot have their ports, which only the operator knows all of. Where members may share
 * nodes, as many may as there are.
 */
final class PortsStep implements RunStep<Waiting> {
    private final PortAssignment ports;

    PortsStep(PortAssignment ports) {
        this.ports = ports;
    }

    @Override
    public Outcome take(RunView view, Waiting state) {
        var spec = state.spec().orElseThrow();
        var placement = view.run().getSpec().placement();
        boolean mayShare = placement != null && placement.spread() == Spread.ANY;
        Optional<String> problem =
                ports.problem(mayShare ? spec.members() : 1, spec.transport().bindPort());
        return problem.map(
                        message -> Abort.run(view, ConditionType.MEMBERS_READY, ConditionReason.SPEC_INVALID, message))
                .orElseGet(Outcome::proceed);
    }
}
