package io.jgbench.coordination.suite;

import io.jgbench.coordination.suite.SuiteAction.KeepDigest;
import io.jgbench.coordination.suite.SuiteAction.StartVisit;
import io.jgbench.coordination.suite.VisitObservation.Absent;
import io.jgbench.coordination.suite.VisitObservation.Ended;
import io.jgbench.coordination.suite.VisitObservation.Kept;
import io.jgbench.coordination.suite.VisitObservation.UnderWay;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A suite as a pure function: it has no clock, no I/O, no threads and no memory. One visit is under way at a time.
 *
 * <p>A driver observes the visit that the status names, steps, stores the status, carries out the actions, and does so
 * again until the phase is over. If it is killed at any point, another one continues from the stored status: a visit
 * counts once its digest is stored, and until then it is the one that is under way.
 *
 * <p>Whether a suite is over follows from its spec and its visits alone, and not from whether it is suspended. A suite
 * that gets more rounds or a larger budget continues.
 */
public final class SuiteMachine {
    private SuiteMachine() {}

    /**
     * Says what follows from an observation.
     *
     * @param spec what the suite does; its cells are the same in each step of a suite
     * @param status the status of the step before, or {@link SuiteStatus#pending}
     * @param observation what is seen of {@link SuiteStatus#current}; any where there is none
     * @param nowEpochNanos the controller's clock
     */
    public static SuiteStep step(SuiteSpec spec, SuiteStatus status, VisitObservation observation, long nowEpochNanos) {
        if (status.current().isEmpty()) {
            return next(spec, status, nowEpochNanos);
        }
        VisitId current = status.current().get();
        String run = current.runName(spec.name());
        return switch (observation) {
            case Absent() ->
                current.round() <= spec.rounds() && !spec.suspended()
                        ? new SuiteStep(status, List.of(new StartVisit(current, run)))
                        : next(spec, status.idle(SuitePhase.PENDING), nowEpochNanos);
            case UnderWay() -> new SuiteStep(status, List.of());
            case Ended() -> new SuiteStep(status, List.of(new KeepDigest(current, run)));
            case Kept(var outcome, var durationNanos) ->
                next(spec, status.recorded(new VisitRecord(current, outcome, durationNanos)), nowEpochNanos);
        };
    }

    private static SuiteStep next(SuiteSpec spec, SuiteStatus status, long nowEpochNanos) {
        Optional<VisitId> next = nextVisit(spec, status);
        if (next.isEmpty()) {
            return new SuiteStep(status.idle(SuitePhase.COMPLETED), List.of());
        }
        if (exceedsBudget(spec, status, next.get())) {
            return new SuiteStep(status.idle(SuitePhase.BUDGET_SPENT), List.of());
        }
        if (spec.suspended()) {
            return new SuiteStep(status.idle(SuitePhase.SUSPENDED), List.of());
        }
        VisitId visit = next.get();
        return new SuiteStep(
                status.begun(visit, nowEpochNanos), List.of(new StartVisit(visit, visit.runName(spec.name()))));
    }

    /** The first visit of the order that was not made yet; at the end of a block those that are to be repeated. */
    static Optional<VisitId> nextVisit(SuiteSpec spec, SuiteStatus status) {
        Map<VisitId, VisitRecord> last = status.lastAttempts();
        var order = new VisitOrder(spec);
        for (int block = 0; block < order.blocks(); block++) {
            List<VisitId> visits = order.block(block);
            Optional<VisitId> next = visits.stream()
                    .filter(visit -> !last.containsKey(visit))
                    .findFirst()
                    .or(() -> visits.stream()
                            .map(last::get)
                            .filter(made -> isToBeRepeated(spec, made))
                            .findFirst()
                            .map(made -> made.visit().again()));
            if (next.isPresent()) {
                return next;
            }
        }
        return Optional.empty();
    }

    static boolean isToBeRepeated(SuiteSpec spec, VisitRecord made) {
        return made.outcome() != VisitOutcome.VALID && made.visit().attempt() <= spec.retries();
    }

    /** By what the visits so far took; the first one always begins. */
    private static boolean exceedsBudget(SuiteSpec spec, SuiteStatus status, VisitId next) {
        return spec.budget()
                .filter(budget -> !status.visits().isEmpty())
                .filter(budget -> status.spentNanos() + VisitTimes.of(status).nanos(next.cell()) > budget.toNanos())
                .isPresent();
    }
}
