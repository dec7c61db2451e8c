package io.jgbench.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.operator.reconcile.RunState.Cleared;
import io.jgbench.operator.reconcile.RunStep.Outcome;
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
        assertThat(take(Outcome.proceed(), Outcome.proceed())).isEqualTo(Outcome.proceed());
    }

    @Test
    void stepThatWaitsKeepsNoOtherFromItsTurn() throws Exception {
        assertThat(take(Outcome.proceed(), Outcome.done())).isEqualTo(Outcome.done());
        assertThat(take(Outcome.done(), Outcome.lookAgainAfter(LATER))).isEqualTo(Outcome.lookAgainAfter(LATER));
        assertThat(take(Outcome.lookAgainAfter(LATER), Outcome.lookAgainAfter(SOON)))
                .isEqualTo(Outcome.lookAgainAfter(SOON));
    }

    private Outcome take(Outcome first, Outcome second) throws Exception {
        var steps = new SideBySide<Cleared>(List.of((_, _) -> first, (_, _) -> second));
        return steps.take(fixture.view(), new Cleared(false));
    }
}
