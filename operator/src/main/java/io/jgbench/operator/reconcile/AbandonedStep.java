package io.jgbench.operator.reconcile;

import io.jgbench.api.v1alpha1.ConditionType;
import java.time.Duration;

/**
 * Clears away what nobody drives: of a run that was aborted or given up, and of one that could not begin. Not before the
 * outcome stands in the status: a run that has neither an outcome nor a record would begin again.
 */
final class AbandonedStep implements RunStep {
    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final Eviction eviction;
    private final Clearing clearing;

    AbandonedStep(Eviction eviction, Clearing clearing) {
        this.eviction = eviction;
        this.clearing = clearing;
    }

    @Override
    public Outcome take(RunView view) {
        var session = view.session();
        boolean isFinished = view.run().isTrue(ConditionType.FINISHED);
        if (isFinished && session.isGivenUp()) {
            session.letGo();
        }
        if (session.live().isPresent()) {
            return Outcome.proceed();
        }
        return isFinished ? finished(view) : notBegun(view);
    }

    private Outcome finished(RunView view) {
        var session = view.session();
        if (!session.isCleared()) {
            if (eviction.isUnderWay(view.ref(), session, Eviction.Ended.STAY)) {
                return Outcome.lookAgainAfter(AGAIN);
            }
            clearing.clear(view.ref());
            session.cleared();
        }
        if (view.run().isTrue(ConditionType.NODES_RESERVED)) {
            Clearing.note(view);
        }
        return Outcome.proceed();
    }

    private Outcome notBegun(RunView view) {
        if (view.session().hasLeftovers()) {
            clearing.clear(view.ref());
            view.session().leavesNothing();
        }
        return Outcome.proceed();
    }
}
