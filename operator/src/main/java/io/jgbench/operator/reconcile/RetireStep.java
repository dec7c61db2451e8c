package io.jgbench.operator.reconcile;

import io.jgbench.coordination.spec.DurationText;
import io.jgbench.operator.kubernetes.DeletionByUid;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.reconcile.RunState.Cleared;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Does nothing more about a run that is over and cleared away, until its time to live has passed. */
final class RetireStep implements RunStep<Cleared> {
    private final DeletionByUid deletion;
    private final Clock clock;
    private final Optional<Duration> otherwise;

    /**
     * With this API server and clock.
     *
     * @param otherwise the time to live of runs that declare none; empty if they stay. Those of a suite are the suite's
     */
    RetireStep(DeletionByUid deletion, Clock clock, Optional<Duration> otherwise) {
        this.deletion = deletion;
        this.clock = clock;
        this.otherwise = otherwise;
    }

    @Override
    public Outcome take(RunView view, Cleared state) {
        Optional<Duration> timeToLive = timeToLive(view);
        if (timeToLive.isEmpty()) {
            return Outcome.done();
        }
        Instant completion = Instant.parse(view.run().getStatus().completionTime());
        Duration left = Duration.between(clock.instant(), completion.plus(timeToLive.get()));
        if (left.isPositive()) {
            return Outcome.lookAgainAfter(left);
        }
        deletion.delete(view.run());
        return Outcome.done();
    }

    private Optional<Duration> timeToLive(RunView view) {
        var retention = view.run().getSpec().retention();
        return Optional.ofNullable(retention == null ? null : retention.ttlAfterFinished())
                .map(DurationText::parse)
                .or(() -> otherwise.filter(_ -> SuiteRef.ownerUid(view.run()).isEmpty()));
    }
}
