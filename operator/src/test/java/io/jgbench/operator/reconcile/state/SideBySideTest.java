package io.jgbench.operator.reconcile.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.reconcile.state.RunState.Cleared;
import io.jgbench.operator.reconcile.state.RunStep.StepOutcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SideBySideTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Duration LATER = Duration.ofSeconds(30);

    private final StepFixture fixture = new StepFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void nextStepFollowsOnceNoneHasAnythingLeftToDo() throws Exception {
        assertThat(take(StepOutcome.proceed(), StepOutcome.proceed())).isEqualTo(StepOutcome.proceed());
    }

    @Test
    void stepThatWaitsKeepsNoOtherFromItsTurn() throws Exception {
        assertThat(take(StepOutcome.proceed(), StepOutcome.done())).isEqualTo(StepOutcome.done());
        assertThat(take(StepOutcome.done(), StepOutcome.lookAgainAfter(LATER)))
                .isEqualTo(StepOutcome.lookAgainAfter(LATER));
        assertThat(take(StepOutcome.lookAgainAfter(LATER), StepOutcome.lookAgainAfter(SOON)))
                .isEqualTo(StepOutcome.lookAgainAfter(SOON));
    }

    private StepOutcome take(StepOutcome first, StepOutcome second) throws Exception {
        var steps = new SideBySide<Cleared>(List.of((_, _) -> first, (_, _) -> second));
        return steps.take(fixture.view(), Cleared.of(StatusAsRead.NOTHING));
    }
}
