package io.jgbench.operator.reconcile.state;

import io.jgbench.operator.reconcile.state.RunStep.StepOutcome.Done;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Steps of which none waits for another: each looks at the run, and the next step follows once none has anything left
 * to do. None of them takes the run to another state.
 *
 * @param <S> the state
 */
public record SideBySide<S extends RunState>(List<RunStep<? super S>> steps) implements RunStep<S> {

    /** Copies the list. */
    public SideBySide {
        steps = List.copyOf(steps);
    }

    @Override
    public StepOutcome take(RunView view, S state) throws Exception {
        Stream.Builder<Done> waiting = Stream.builder();
        for (RunStep<? super S> step : steps) {
            if (step.take(view, state) instanceof Done done) {
                waiting.add(done);
            }
        }
        return waiting.build()
                .reduce((one, other) -> new Done(sooner(one.again(), other.again())))
                .<StepOutcome>map(done -> done)
                .orElseGet(StepOutcome::proceed);
    }

    private static Optional<Duration> sooner(Optional<Duration> one, Optional<Duration> other) {
        return Stream.of(one, other).flatMap(Optional::stream).min(Duration::compareTo);
    }
}
