package io.jgbench.operator.suite;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.ObjectLabels;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.SuiteConditionReason;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.SuiteAction;
import io.jgbench.coordination.suite.SuiteAction.KeepDigest;
import io.jgbench.coordination.suite.SuiteAction.StartVisit;
import io.jgbench.coordination.suite.SuiteMachine;
import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.SuiteStatus;
import io.jgbench.coordination.suite.SuiteStep;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitDigestBuilder;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.VisitObservation;
import io.jgbench.coordination.suite.result.SuiteFormatException;
import io.jgbench.operator.kubernetes.QueuePlace;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.kubernetes.VisitMetadata;
import io.jgbench.operator.result.ResultStore;
import io.jgbench.operator.suite.SuiteSpecs.Resolution;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Continues a suite: observes the visit that is under way, steps the {@link SuiteMachine}, carries out its actions,
 * until there is something to wait for.
 *
 * <p>Nothing is written before an action is carried out. The order of visits and the names of runs follow from the
 * suite's spec, a run is made only where there is none of its name, and a visit counts once its digest is stored. So an
 * operator that was killed after any of these steps is followed by one that comes to the same next step.
 */
final class SuiteDriver {
    private static final Duration AGAIN_IF_BLOCKED = Duration.ofSeconds(5);
    private static final Duration AGAIN_IF_UNREADABLE = Duration.ofSeconds(30);
    private static final Duration AGAIN_IF_UNWATCHED = Duration.ofSeconds(30);
    private static final Duration AT_ONCE = Duration.ofMillis(10);

    /** A visit ends, is kept, and the next one is made; more in one go is somebody else's doing, and can wait. */
    private static final int MOST_STEPS = 20;

    private final SuiteSpecs specs;
    private final Baselines baselines;
    private final SuiteJudge judge;
    private final DigestStore digests;
    private final VisitRuns runs;
    private final ResultStore results;
    private final SuiteArchive archive;
    private final Clock wallClock;

    SuiteDriver(
            SuiteSpecs specs,
            Baselines baselines,
            SuiteJudge judge,
            DigestStore digests,
            VisitRuns runs,
            ResultStore results,
            SuiteArchive archive,
            Clock wallClock) {
        this.specs = specs;
        this.baselines = baselines;
        this.judge = judge;
        this.digests = digests;
        this.runs = runs;
        this.results = results;
        this.archive = archive;
        this.wallClock = wallClock;
    }

    /**
     * Does what is to be done now.
     *
     * @param suite as the cache has it, with the status that was written last
     * @param ownRuns its runs as the cache has them
     * @param draft takes what is found
     * @return when to look again if nothing happens before; empty for not at all
     */
    Optional<Duration> drive(
            BenchmarkSuite suite, SuiteSession session, List<BenchmarkRun> ownRuns, SuiteStatusDraft draft) {
        Optional<Duration> again = drive(new Reconciliation(suite, SuiteRef.of(suite), session, ownRuns, draft));
        if (again.isEmpty() && session.status().current().isEmpty()) {
            session.forgetSpec();
        }
        return again;
    }

    private Optional<Duration> drive(Reconciliation now) {
        BenchmarkSuite suite = now.suite();
        SuiteSession session = now.session();
        long generation = suite.getMetadata().getGeneration();
        Optional<SuiteSpec> known =
                session.spec(generation).filter(spec -> beginsNoVisit(now) || !SuiteSpecs.readsConfigMaps(spec));
        Resolution resolution = known.<Resolution>map(Resolution.Resolved::new).orElseGet(() -> specs.resolve(suite));
        if (resolution instanceof Resolution.Resolved(var spec)) {
            session.resolved(generation, spec);
            return go(now, spec, Optional.empty());
        }
        if (specs.measured(suite) instanceof Resolution.Resolved(var spec)) {
            return go(now, spec, Optional.of(resolution));
        }
        if (now.draft().isOver()) {
            return giveWay(now.ownRuns());
        }
        return hold(now, resolution);
    }

    /** Whether a visit goes on, or none is left, so that what the next one needs is not looked for. */
    private static boolean beginsNoVisit(Reconciliation now) {
        SuiteSession session = now.session();
        SuiteStatus status = session.status();
        return session.kept().isPresent()
                && (status.phase().isOver()
                        || status.current()
                                .filter(visit -> isUnderWay(visit, now))
                                .isPresent());
    }

    private static boolean isUnderWay(VisitId visit, Reconciliation now) {
        String name = visit.runName(now.ref().name());
        return now.ownRuns().stream()
                .filter(run -> run.getMetadata().getName().equals(name))
                .anyMatch(run -> !run.isTrue(ConditionType.FINISHED));
    }

    /**
     * A suite that is looked at once.
     *
     * @param suite as the cache has it, with the status that was written last
     * @param ownRuns its runs as the cache has them
     * @param draft takes what is found
     */
    private record Reconciliation(
            BenchmarkSuite suite,
            SuiteRef ref,
            SuiteSession session,
            List<BenchmarkRun> ownRuns,
            SuiteStatusDraft draft) {}

    /** No visit begins. */
    private Optional<Duration> hold(Reconciliation now, Resolution obstacle) {
        return switch (obstacle) {
            case Resolution.Resolved _ -> Optional.empty();
            case Resolution.StackMissing(var message) -> waits(now, SuiteConditionReason.STACK_MISSING, message);
            case Resolution.Refused(var message) -> refused(now, message);
        };
    }

    private Optional<Duration> waits(Reconciliation now, SuiteConditionReason reason, String message) {
        SuiteConditions.waits(now.draft(), reason, message);
        giveWay(now.ownRuns());
        return Optional.of(AGAIN_IF_BLOCKED);
    }

    private Optional<Duration> refused(Reconciliation now, String message) {
        SuiteConditions.refused(now.draft(), message);
        return giveWay(now.ownRuns());
    }

    /**
     * Lets other runs have their turn, where the suite cannot go on before somebody helps.
     *
     * @return when to try again what the API server refuses; empty where it refuses nothing
     */
    Optional<Duration> giveWay(List<BenchmarkRun> ownRuns) {
        var tidying = new Tidying();
        leavePlaces(tidying, ownRuns, Optional.empty());
        return tidying.again();
    }

    /**
     * Goes on.
     *
     * @param obstacle why no visit may begin now; what was measured was allowed when it was measured, and is kept,
     *     judged and stored all the same
     */
    private Optional<Duration> go(Reconciliation now, SuiteSpec spec, Optional<Resolution> obstacle) {
        SuiteSession session = now.session();
        try {
            if (session.kept().isEmpty()) {
                session.load(spec, digests.load(now.ref()), now.suite().getStatus());
            }
            if (obstacle.isPresent() && session.hasBegunNothing()) {
                return hold(now, obstacle.get());
            }
            long generation = now.suite().getMetadata().getGeneration();
            if (session.mustCheckBaseline(generation)) {
                switch (baselines.check(now.ref(), spec)) {
                    case Baselines.Check.Fits _ -> session.baselineFits(generation);
                    case Baselines.Check.Missing(var message) -> {
                        return waits(now, SuiteConditionReason.BASELINE_UNUSABLE, message);
                    }
                    case Baselines.Check.Refused(var message) -> {
                        return refused(now, message);
                    }
                }
            }
            return steps(now, spec, obstacle);
        } catch (SuiteFormatException e) {
            // no event tells when somebody removes the digest, whose visit is then made again
            session.forgetKept();
            SuiteConditions.inTheWay(now.draft(), spec, SuiteConditionReason.DIGEST_UNREADABLE, e.getMessage() + ".");
            giveWay(now.ownRuns());
            return Optional.of(AGAIN_IF_UNREADABLE);
        }
    }

    private Optional<Duration> steps(Reconciliation now, SuiteSpec spec, Optional<Resolution> obstacle)
            throws SuiteFormatException {
        SuiteSpec allowed = obstacle.isPresent() ? spec.heldBack() : spec;
        Optional<Wait> wait = Optional.empty();
        for (int i = 0; i < MOST_STEPS && wait.isEmpty(); i++) {
            wait = step(now.ref(), allowed, now.session());
        }
        return switch (wait.orElse(new Wait.Again())) {
            case Wait.Again _ -> Optional.of(AT_ONCE);
            case Wait.NameTaken(var message) -> {
                SuiteConditions.progress(now.draft(), now.ref(), spec, now.session());
                JudgementConditions.underWay(now.draft(), spec);
                SuiteConditions.inTheWay(now.draft(), spec, SuiteConditionReason.NAME_TAKEN, message);
                giveWay(now.ownRuns());
                yield Optional.of(AGAIN_IF_BLOCKED);
            }
            case Wait.ForAnEvent(var again) -> {
                SuiteConditions.progress(now.draft(), now.ref(), spec, now.session());
                Optional<Duration> tidyAgain = tidy(now.suite(), now.ref(), now.session(), now.ownRuns());
                yield Stream.of(
                                again,
                                tidyAgain,
                                judge.judge(now.ref(), spec, now.session().status(), now.draft()),
                                archive.drive(now.suite(), now.ref(), spec, now.session(), now.draft()),
                                obstacle.filter(_ -> isHeldBack(now, spec)).flatMap(why -> hold(now, why)))
                        .flatMap(Optional::stream)
                        .min(Duration::compareTo);
            }
        };
    }

    /** Whether a visit would begin now if it were allowed. */
    private static boolean isHeldBack(Reconciliation now, SuiteSpec spec) {
        return now.session().status().phase() == SuitePhase.SUSPENDED && !spec.suspended();
    }

    /** What a step waits for. */
    private sealed interface Wait {

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
    private Optional<Wait> step(SuiteRef ref, SuiteSpec spec, SuiteSession session) throws SuiteFormatException {
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
                    runs.make(ref, cell(spec, visit), visit, session.blockSince(spec, visit, wallClock.instant()));
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

    /**
     * Removes what is not to stay, once the next visit is made or none follows.
     *
     * @return when to try again what the API server refuses; empty where it refuses nothing
     */
    private Optional<Duration> tidy(
            BenchmarkSuite suite, SuiteRef ref, SuiteSession session, List<BenchmarkRun> ownRuns) {
        var tidying = new Tidying();
        Optional<String> current = session.status().current().map(visit -> visit.runName(ref.name()));
        leavePlaces(tidying, ownRuns, current);
        List<String> kept = session.kept().orElseThrow().visits().stream()
                .map(visit -> visit.visit().runName(ref.name()))
                .toList();
        List<BenchmarkRun> ended = ownRuns.stream()
                .filter(run -> run.isTrue(ConditionType.FINISHED))
                .filter(run -> !run.hasReason(ConditionType.RESULTS_STORED, ConditionReason.STORING))
                .filter(run -> !current.equals(Optional.of(run.getMetadata().getName())))
                .filter(run -> kept.contains(run.getMetadata().getName()))
                .toList();
        SuiteRetention.surplus(suite.getSpec(), ended).forEach(run -> tidying.attempt(run, runs::delete));
        return tidying.again();
    }

    private void leavePlaces(Tidying tidying, List<BenchmarkRun> ownRuns, Optional<String> current) {
        ownRuns.stream()
                .filter(run -> run.isTrue(ConditionType.FINISHED))
                .filter(QueuePlace::saysHeld)
                .filter(run -> !current.equals(Optional.of(run.getMetadata().getName())))
                .forEach(run -> tidying.attempt(run, runs::leavePlace));
    }
}
