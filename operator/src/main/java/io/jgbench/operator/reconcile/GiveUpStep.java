package io.jgbench.operator.reconcile;

import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.coordination.EpochClock;
import java.time.Duration;
import java.util.Optional;

/**
 * Ends a run that has nodes and cannot be gone on with for long, as others want them. One that has none yet waits until
 * somebody removes what is in its way.
 */
final class GiveUpStep implements RunStep {
    /** Time for somebody to raise a quota. */
    static final Duration PATIENCE = Duration.ofMinutes(5);

    private final EpochClock clock;

    GiveUpStep(EpochClock clock) {
        this.clock = clock;
    }

    @Override
    public Outcome take(RunView view) {
        var session = view.session();
        boolean hasNodes = session.live().isPresent() || view.run().isTrue(ConditionType.NODES_RESERVED);
        Optional<Trouble> trouble = session.hindrance().lastingFor(PATIENCE, clock.epochNanos());
        if (!hasNodes || trouble.isEmpty() || view.run().isTrue(ConditionType.FINISHED)) {
            return Outcome.proceed();
        }
        session.giveUp();
        return Abort.lost(
                view,
                trouble.get().reason(),
                "Given up after " + PATIENCE.toMinutes() + " minutes. "
                        + trouble.get().message());
    }
}
