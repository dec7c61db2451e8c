package io.jgbench.operator.reconcile;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.operator.plan.PortAssignment;
import io.jgbench.operator.reconcile.RunState.Waiting;

/** Ends a run whose members cannot have their ports, which only the operator knows all of. */
final class PortsStep implements RunStep<Waiting> {
    private final PortAssignment ports;

    PortsStep(PortAssignment ports) {
        this.ports = ports;
    }

    @Override
    public StepOutcome take(RunView view, Waiting state) {
        return ports.problems(view.run().getSpec(), state.spec().orElseThrow()).stream()
                .findFirst()
                .map(problem ->
                        Abort.run(view, ConditionType.MEMBERS_READY, ConditionReason.SPEC_INVALID, problem.sentence()))
                .orElseGet(StepOutcome::proceed);
    }
}
