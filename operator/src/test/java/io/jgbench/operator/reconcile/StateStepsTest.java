package io.jgbench.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.operator.reconcile.state.PodTermination;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunState.Cleared;
import io.jgbench.operator.reconcile.state.RunState.Waiting;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunStep.StepOutcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StateStepsTest {
    private final StepFixture fixture = new StepFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    private final List<String> taken = new ArrayList<>();

    @Test
    void stepsAreThoseOfTheStateAndThenOfTheOneThatFollows() throws Exception {
        fixture.is(new RunState.Abandoned(PodTermination.NOT_YET));
        StateSteps steps = steps(
                List.of(),
                List.of(
                        note("first"),
                        (view, state) -> {
                            view.session().become(state, state.clear(view.published()));
                            return StepOutcome.proceed();
                        },
                        note("skipped")),
                List.of(note("cleared")));

        assertThat(steps.take(fixture.view())).isEqualTo(StepOutcome.proceed());

        assertThat(taken).containsExactly("first", "cleared");
    }

    @Test
    void stepThatHasEnoughEndsTheReconciliation() throws Exception {
        fixture.waiting();
        StateSteps steps = steps(List.of((_, _) -> StepOutcome.done(), note("skipped")), List.of(), List.of());

        assertThat(steps.take(fixture.view())).isEqualTo(StepOutcome.done());

        assertThat(taken).isEmpty();
    }

    @Test
    void nothingIsDoneAboutARunThatWasLetGo() throws Exception {
        fixture.waiting();
        StateSteps steps = steps(
                List.of(
                        (view, _) -> {
                            view.session().letGo();
                            return StepOutcome.proceed();
                        },
                        note("skipped")),
                List.of(),
                List.of());

        assertThat(steps.take(fixture.view())).isEqualTo(StepOutcome.done());

        assertThat(taken).isEmpty();
    }

    private RunStep<RunState> note(String name) {
        return (_, _) -> {
            taken.add(name);
            return StepOutcome.proceed();
        };
    }

    private static StateSteps steps(
            List<RunStep<? super Waiting>> waiting,
            List<RunStep<? super RunState.Abandoned>> abandoned,
            List<RunStep<? super Cleared>> cleared) {
        return new StateSteps(List.of(), waiting, List.of(), List.of(), List.of(), abandoned, cleared);
    }
}
