package io.jgbench.operator.reconcile.state;

import java.time.Duration;
import java.util.Optional;

/**
 * One thing that is looked at in a reconciliation of a run that is in a certain state.
 *
 * @param <S> the state
 */
public interface RunStep<S extends RunState> {

    /**
     * Looks at it, does what is to be done at once, notes in the draft what is found, and takes the session to the next
     * state where that follows.
     */
    StepOutcome take(RunView view, S state) throws Exception;

    /** Whether the steps after this one are to look as well. */
    sealed interface StepOutcome {

        /** They are: those of the state that the run is in now. */
        record Proceed() implements StepOutcome {}

        /**
         * They are not.
         *
         * @param again when the run is to be looked at again if nothing happens before; empty for not at all
         */
        record Done(Optional<Duration> again) implements StepOutcome {}

        /** The next step is to look. */
        static StepOutcome proceed() {
            return new Proceed();
        }

        /** Nothing more until something happens. */
        static StepOutcome done() {
            return new Done(Optional.empty());
        }

        /** Nothing more until something happens or the time is over. */
        static StepOutcome lookAgainAfter(Duration delay) {
            return new Done(Optional.of(delay));
        }
    }
}
