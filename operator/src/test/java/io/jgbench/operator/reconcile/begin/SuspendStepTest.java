package io.jgbench.operator.reconcile.begin;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.operator.pod.RestoreFor;
import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunStep.StepOutcome;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SuspendStepTest {
    private final StepFixture fixture = new StepFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void suspendedRunWaitsForNothingAndReservesNothing() {
        fixture.declare("members: 2, messages: 1, messageSize: 1k, suspend: true");
        var waiting = fixture.is(fixture.waiting().awaits(RunState.Awaited.What.NODES, StepFixture.BEGIN));
        var view = fixture.view();

        assertThat(step().take(view, waiting)).isEqualTo(StepOutcome.done());

        assertThat(StepFixture.drafted(view, ConditionType.NODES_RESERVED).knownReason())
                .hasValue(ConditionReason.SUSPENDED);
        assertThat(StepFixture.drafted(view, ConditionType.SUCCEEDED).knownReason())
                .hasValue(ConditionReason.SUSPENDED);
        assertThat(((RunState.Waiting) fixture.session.state()).awaited()).isEmpty();
    }

    @Test
    void nodeThatWasBeingRestoredForARunThatIsSuspendedIsLeftToOthers() {
        fixture.declare("members: 2, messages: 1, messageSize: 1k, suspend: true");
        fixture.restores.look(RestoreFor.run(StepFixture.REF), Set.of("node-0"));
        assertThat(fixture.restorePods()).hasSize(1);

        step().take(fixture.view(), fixture.waiting());

        assertThat(fixture.restorePods()).isEmpty();
    }

    @Test
    void podsOfARunThatIsSuspendedAreAskedForOnce() {
        fixture.declare("members: 2, messages: 1, messageSize: 1k, suspend: true");
        step().take(fixture.view(), fixture.waiting());
        fixture.api.breakAt(1, false);

        step().take(fixture.view(), (RunState.Waiting) fixture.session.state());

        assertThat(fixture.api.mend()).as("nobody asked").isPositive();
    }

    @Test
    void otherRunsGoOn() {
        assertThat(step().take(fixture.view(), fixture.waiting())).isEqualTo(StepOutcome.proceed());
    }

    private SuspendStep step() {
        return new SuspendStep(fixture.restores);
    }
}
