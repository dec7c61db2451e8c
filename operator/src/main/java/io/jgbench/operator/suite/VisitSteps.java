package io.jgbench.operator.suite;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.ObjectLabels;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.SuiteAction;
import io.jgbench.coordination.suite.SuiteAction.KeepDigest;
import io.jgbench.coordination.suite.SuiteAction.StartVisit;
import io.jgbench.coordination.suite.SuiteMachine;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.SuiteStep;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitDigestBuilder;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.VisitObservation;
import io.jgbench.coordination.suite.result.SuiteFormatException;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.kubernetes.VisitMetadata;
import io.jgbench.operator.result.ResultStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/**
 * Steps the {@link SuiteMachine}: observes the visit that is under way, makes the runs of visits and keeps their
 * digests.
 *
 * @param digests of the visits that count
 * @param runs of the visits
 * @param results that finished runs have left
 * @param wallClock for what is told to others
 * @param longestHold for how long the visits of a block may come before other runs that wait for their nodes
 */
record VisitSteps(DigestStore digests, VisitRuns runs, ResultStore results, Clock wallClock, Duration longestHold) {
    private static final Duration AGAIN_IF_UNWATCHED = Duration.ofSeconds(30);

    /** What a step waits for. */
    sealed interface Wait {

        /**
         * Somebody changes the suite or one of its runs.
         *
         * @param again when to look again where no event tells of the run
         */
        record ForAnEvent(Optional<Duration> again) implements Wait {}

        /** What is stored is to be read again, or there is more to do than is done in one go. */
        record Again() implements Wait {}

        /** Another run has the name of the next visit's. */
        record NameTaken(String message) implements Wait {}
    }

    /** One step of the machine; empty if the next one is to follow at once. */
    Optional<Wait> step(SuiteRef ref, SuiteSpec spec, SuiteSession session) throws SuiteFormatException {
        Optional<VisitId> current = session.status().current();
        Optional<BenchmarkRun> run = current.filter(
                        visit -> session.kept().orElseThrow().of(visit).isEmpty())
                .flatMap(visit -> runs.find(ref, visit.runName(spec.name())));
        Optional<String> taken = run.flatMap(there -> whyNotTheVisits(ref, cell(spec, current.orElseThrow()), there));
        if (taken.isPresent()) {
            return Optional.of(new Wait.NameTaken("The next visit needs a run of the name "
                    + run.get().getMetadata().getName() + ", and there is one that " + taken.get()));
        }
        SuiteStep step = SuiteMachine.step(spec, session.status(), observed(current, run, session), wallEpochNanos());
        session.status(step.status());
        Optional<Wait> wait = step.actions().isEmpty() ? Optional.of(eventOf(ref, run)) : Optional.empty();
        for (SuiteAction action : step.actions()) {
            switch (action) {
                case StartVisit(var visit, var _) ->
                    runs.make(
                            ref,
                            cell(spec, visit),
                            visit,
                            session.placeOf(visit, spec, wallClock.instant(), longestHold)
                                    .since());
                case KeepDigest(var visit, var _) -> {
                    if (!keep(ref, spec, session, visit, run.orElseThrow())) {
                        session.forgetKept();
                        wait = Optional.of(new Wait.Again());
                    }
                }
            }
        }
        return wait;
    }

    /** Runs are watched by their label, which somebody may have removed. */
    private static Wait eventOf(SuiteRef ref, Optional<BenchmarkRun> run) {
        return new Wait.ForAnEvent(run.filter(there -> !isLabelled(ref, there)).map(_ -> AGAIN_IF_UNWATCHED));
    }

    private static boolean isLabelled(SuiteRef ref, BenchmarkRun run) {
        Map<String, String> labels = run.getMetadata().getLabels();
        return labels != null && ref.name().equals(labels.get(ObjectLabels.SUITE));
    }

    /** The machine waits for nothing: its times are told to others only. */
    private long wallEpochNanos() {
        return ChronoUnit.NANOS.between(Instant.EPOCH, wallClock.instant());
    }

    /** Whoever may make runs can name this suite as the owner of one, and the operator makes none of a name twice. */
    private static Optional<String> whyNotTheVisits(SuiteRef ref, Cell cell, BenchmarkRun run) {
        return ref.owns(run)
                ? DeclaredSpecs.difference(cell.declared(), run.getSpec())
                        .map(field -> "differs from the visit in " + field + ": delete it.")
                : Optional.of("is not this suite's.");
    }

    private static VisitObservation observed(
            Optional<VisitId> current, Optional<BenchmarkRun> run, SuiteSession session) {
        return current.flatMap(visit -> session.kept().orElseThrow().of(visit))
                .<VisitObservation>map(kept -> kept)
                .or(() -> run.map(there -> there.isTrue(ConditionType.FINISHED)
                        ? new VisitObservation.Ended()
                        : new VisitObservation.UnderWay()))
                .orElse(new VisitObservation.Absent());
    }

    /** False if what is stored must be read again. */
    private boolean keep(SuiteRef ref, SuiteSpec spec, SuiteSession session, VisitId visit, BenchmarkRun run)
            throws SuiteFormatException {
        VisitDigest digest = digest(spec, cell(spec, visit), visit, run);
        Optional<KeptVisits> next = digests.keep(ref, session.kept().orElseThrow(), digest);
        next.ifPresent(session::kept);
        return next.isPresent();
    }

    /** The one that the run left, said to be of the visit that it is of; somebody may have changed its labels. */
    private VisitDigest digest(SuiteSpec spec, Cell cell, VisitId visit, BenchmarkRun run) throws SuiteFormatException {
        try {
            return results.digest(RunRef.of(run))
                    .map(left -> VisitDigestBuilder.builder(left)
                            .suite(spec.name())
                            .cell(cell.key())
                            .coordinates(cell.coordinates())
                            .visit(visit)
                            .run(visit.runName(spec.name()))
                            .build())
                    .orElseGet(() -> LostVisit.digest(spec.name(), cell, visit, run, whyThereIsNone(run)));
        } catch (SuiteFormatException e) {
            if (e.isNewer()) {
                throw e;
            }
            return LostVisit.digest(spec.name(), cell, visit, run, e.getMessage());
        }
    }

    private static String whyThereIsNone(BenchmarkRun run) {
        return run.condition(ConditionType.RESULTS_STORED)
                .filter(condition -> condition.isFor(ConditionReason.RESULTS_NOT_STORED))
                .map(StatusCondition::message)
                .orElseGet(() -> VisitMetadata.of(run).isPresent()
                        ? "The run came to its end, and its digest was removed before the suite took it."
                        : "The run came to its end and left no digest: somebody changed the labels or the annotation"
                                + " by which it says its visit.");
    }

    private static Cell cell(SuiteSpec spec, VisitId visit) {
        return spec.cells().get(visit.cell());
    }
}
