package io.jgbench.operator.reconcile.begin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.reconcile.state.RunState;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeftoversStepTest {
    private final StepFixture fixture = new StepFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void whatARunThatCouldNotBeginMayHoldIsClearedAwayOnce() {
        fixture.leases.take(StepFixture.REF, List.of("node-0"), false, StepFixture.LONGEST);
        var step = new LeftoversStep(fixture.cleanup, fixture.leases);

        step.take(fixture.view(), fixture.waiting());
        assertThat(fixture.api.names("leases")).hasSize(1);

        step.take(fixture.view(), fixture.is(fixture.waiting().withLeftovers(true)));
        assertThat(fixture.api.names("leases")).isEmpty();
        assertThat(((RunState.Waiting) fixture.session.state()).hasLeftovers()).isFalse();
        assertThat(fixture.haveFreedNodes)
                .as("who is behind it waits for it as before")
                .isEmpty();
    }

    @Test
    void whoeverHasMetTheLeasesOfARunInTroubleIsWoken() {
        fixture.leases.take(StepFixture.REF, List.of("node-0"), false, StepFixture.LONGEST);
        fixture.stands(Map.of(ConditionType.SUCCEEDED, Status.UNKNOWN), ConditionReason.API_REFUSED);
        var step = new LeftoversStep(fixture.cleanup, fixture.leases);

        step.take(fixture.view(), fixture.is(fixture.waiting().withLeftovers(true)));

        assertThat(fixture.api.names("leases")).isEmpty();
        assertThat(fixture.haveFreedNodes).containsExactly(StepFixture.REF);
    }

    /** Its record and its pods are gone, and with them what told whether its hosts were restored. */
    @Test
    void nodesThatARunMayHaveChangedBeforeItWasForgottenAreRestoredBeforeTheNextOne() {
        fixture.leases.take(StepFixture.REF, List.of("node-0"), true, StepFixture.LONGEST);
        fixture.stands(Map.of(ConditionType.NODES_RESERVED, Status.TRUE));
        var step = new LeftoversStep(fixture.cleanup, fixture.leases);

        step.take(fixture.view(), fixture.is(fixture.waiting().withLeftovers(true)));

        assertThat(fixture.leases.leftChanged(Set.of("node-0"))).containsExactly("node-0");
        assertThat(fixture.haveFreedNodes).containsExactly(StepFixture.REF);
    }

    @Test
    void whatCannotBeClearedAwayIsTriedAgain() {
        fixture.leases.take(StepFixture.REF, List.of("node-0"), false, StepFixture.LONGEST);
        fixture.api.refuse("leases");
        var state = fixture.is(fixture.waiting().withLeftovers(true));

        assertThat(catchThrowable(() -> new LeftoversStep(fixture.cleanup, fixture.leases).take(fixture.view(), state)))
                .isNotNull();

        assertThat(((RunState.Waiting) fixture.session.state()).hasLeftovers()).isTrue();
    }
}
