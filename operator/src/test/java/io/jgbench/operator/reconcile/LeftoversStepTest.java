package io.jgbench.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
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
        var step = new LeftoversStep(fixture.cleanup);

        step.take(fixture.view(), fixture.waiting());
        assertThat(fixture.api.names("leases")).hasSize(1);

        step.take(fixture.view(), fixture.is(fixture.waiting().withLeftovers(true)));
        assertThat(fixture.api.names("leases")).isEmpty();
        assertThat(((RunState.Waiting) fixture.session.state()).hasLeftovers()).isFalse();
    }

    @Test
    void whatCannotBeClearedAwayIsTriedAgain() {
        fixture.leases.take(StepFixture.REF, List.of("node-0"), false, StepFixture.LONGEST);
        fixture.api.refuse("leases");
        var state = fixture.is(fixture.waiting().withLeftovers(true));

        assertThat(catchThrowable(() -> new LeftoversStep(fixture.cleanup).take(fixture.view(), state)))
                .isNotNull();

        assertThat(((RunState.Waiting) fixture.session.state()).hasLeftovers()).isTrue();
    }
}
