package io.jgbench.operator.reconcile;

import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunState.Abandoned;
import io.jgbench.operator.reconcile.state.RunState.Cleared;
import io.jgbench.operator.reconcile.state.RunState.Concluded;
import io.jgbench.operator.reconcile.state.RunState.Driven;
import io.jgbench.operator.reconcile.state.RunState.GivenUp;
import io.jgbench.operator.reconcile.state.RunState.Unseen;
import io.jgbench.operator.reconcile.state.RunState.Waiting;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunStep.StepOutcome;
import io.jgbench.operator.reconcile.state.RunView;
import java.util.List;

/**
 * Which steps a run has in which state, in their order. A step that takes the run to another state is followed by the
 * steps of that one.
 */
record StateSteps(
        List<RunStep<? super Unseen>> unseen,
        List<RunStep<? super Waiting>> waiting,
        List<RunStep<? super Driven>> driven,
        List<RunStep<? super Concluded>> concluded,
        List<RunStep<? super GivenUp>> givenUp,
        List<RunStep<? super Abandoned>> abandoned,
        List<RunStep<? super Cleared>> cleared) {

    /** Takes the steps until one says that it is enough, or none is left. */
    StepOutcome take(RunView view) throws Exception {
        while (true) {
            RunState begun = view.session().state();
            StepOutcome outcome = switch (begun) {
                case Unseen _ -> take(view, Unseen.class, unseen);
                case Waiting _ -> take(view, Waiting.class, waiting);
                case Driven _ -> take(view, Driven.class, driven);
                case Concluded _ -> take(view, Concluded.class, concluded);
                case GivenUp _ -> take(view, GivenUp.class, givenUp);
                case Abandoned _ -> take(view, Abandoned.class, abandoned);
                case Cleared _ -> take(view, Cleared.class, cleared);
                case RunState.LetGo _ -> StepOutcome.done();
            };
            boolean isSame = begun.getClass() == view.session().state().getClass();
            if (isSame || outcome instanceof StepOutcome.Done) {
                return outcome;
            }
        }
    }

    private static <S extends RunState> StepOutcome take(RunView view, Class<S> kind, List<RunStep<? super S>> steps)
            throws Exception {
        for (RunStep<? super S> step : steps) {
            RunState now = view.session().state();
            if (!kind.isInstance(now)) {
                break;
            }
            StepOutcome outcome = step.take(view, kind.cast(now));
            if (outcome instanceof StepOutcome.Done) {
                return outcome;
            }
        }
        return StepOutcome.proceed();
    }
}
