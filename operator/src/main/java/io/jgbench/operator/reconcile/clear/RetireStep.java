package io.jgbench.operator.reconcile.clear;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.coordination.EpochClock;
import io.jgbench.operator.kubernetes.DeletionByUid;
import io.jgbench.operator.reconcile.clear.TimeToLive.Stay;
import io.jgbench.operator.reconcile.state.RunState.Cleared;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.time.CarriedTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** Does nothing more about a run that is over and cleared away, until its time to live has passed. */
public final class RetireStep implements RunStep<Cleared> {
    /**
     * A run that declares no time stays for so long from when an operator first sees it over: who upgrades to a chart
     * that gives a time can keep what is older. No longer, as that begins again with each operator.
     */
    static final Duration NOTICE = Duration.ofDays(7);

    private final DeletionByUid deletion;
    private final Clock wallClock;
    private final EpochClock steadyClock;
    private final TimeToLive timeToLive;

    /**
     * With this API server.
     *
     * @param wallClock tells an operator how long ago a run was over that another one has ended
     * @param steadyClock counts from there
     * @param timeToLive how long a run stays that is over
     */
    public RetireStep(DeletionByUid deletion, Clock wallClock, EpochClock steadyClock, TimeToLive timeToLive) {
        this.deletion = deletion;
        this.wallClock = wallClock;
        this.steadyClock = steadyClock;
        this.timeToLive = timeToLive;
    }

    @Override
    public StepOutcome take(RunView view, Cleared state) {
        Optional<Stay> stay = timeToLive.of(view.run());
        if (stay.isEmpty()) {
            return StepOutcome.done();
        }
        long now = steadyClock.epochNanos();
        CarriedTime seen = view.session().clock().seenOver(new CarriedTime(wallClock.instant(), now));
        Duration left = Duration.between(seen.at(now), end(view.run(), stay.get(), seen.wall()));
        if (left.isPositive()) {
            return StepOutcome.lookAgainAfter(left);
        }
        deletion.delete(view.run());
        return StepOutcome.done();
    }

    private static Instant end(BenchmarkRun run, Stay stay, Instant seen) {
        Instant end = over(run).filter(seen::isAfter).orElse(seen).plus(stay.time());
        Instant noticed = seen.plus(stay.time().compareTo(NOTICE) < 0 ? stay.time() : NOTICE);
        return !stay.isDeclared() && noticed.isAfter(end) ? noticed : end;
    }

    /** By whichever is later: the host of the operator that drove the run may have slept before it was over. */
    private static Optional<Instant> over(BenchmarkRun run) {
        return Stream.concat(
                        Stream.ofNullable(run.getStatus().completionTime()),
                        run.condition(ConditionType.FINISHED).map(StatusCondition::lastTransitionTime).stream())
                .map(Instant::parse)
                .max(Comparator.naturalOrder());
    }
}
