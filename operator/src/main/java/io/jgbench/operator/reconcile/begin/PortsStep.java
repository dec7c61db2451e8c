package io.jgbench.operator.reconcile.begin;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.operator.plan.PortAssignment;
import io.jgbench.operator.reconcile.state.RunState.Waiting;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.status.Abort;

/** Ends a run whose members cannot have their ports, which only the operator knows all of. */
public final class PortsStep implements RunStep<Waiting> {
    private final PortAssignment ports;

    /** With the ports of this operator. */
    public PortsStep(PortAssignment ports) {
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
