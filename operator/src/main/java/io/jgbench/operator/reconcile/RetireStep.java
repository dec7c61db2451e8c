package io.jgbench.operator.reconcile;

import io.jgbench.operator.kubernetes.DeletionByUid;
import io.jgbench.operator.reconcile.RunState.Cleared;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Does nothing more about a run that is over and cleared away, until its time to live has passed. */
final class RetireStep implements RunStep<Cleared> {
    private final DeletionByUid deletion;
    private final Clock clock;
    private final TimeToLive timeToLive;

    /** With this API server, this clock and this time that a run which is over stays. */
    RetireStep(DeletionByUid deletion, Clock clock, TimeToLive timeToLive) {
        this.deletion = deletion;
        this.clock = clock;
        this.timeToLive = timeToLive;
    }

    @Override
    public Outcome take(RunView view, Cleared state) {
        Optional<Duration> stay = timeToLive.of(view.run());
        if (stay.isEmpty()) {
            return Outcome.done();
        }
        Instant completion = Instant.parse(view.run().getStatus().completionTime());
        Duration left = Duration.between(clock.instant(), completion.plus(stay.get()));
        if (left.isPositive()) {
            return Outcome.lookAgainAfter(left);
        }
        deletion.delete(view.run());
        return Outcome.done();
    }
}
