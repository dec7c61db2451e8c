package io.jgbench.operator.suite;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.SuiteConditionReason;
import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.SuiteStatus;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.result.SuiteFormatException;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.suite.SuiteSpecs.Resolution;
import io.jgbench.operator.suite.VisitSteps.Wait;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Continues a suite: takes its {@linkplain VisitSteps steps} until there is something to wait for, and sees to all that
 * is not a visit.
 *
 * <p>Nothing is written before an action is carried out. The order of visits and the names of runs follow from the
 * suite's spec, a run is made only where there is none of its name, and a visit counts once its digest is stored. So an
 * operator that was killed after any of these steps is followed by one that comes to the same next step.
 */
final class SuiteDriver {
    private static final Duration AGAIN_IF_BLOCKED = Duration.ofSeconds(5);
    private static final Duration AGAIN_IF_UNREADABLE = Duration.ofSeconds(30);
    private static final Duration AT_ONCE = Duration.ofMillis(10);

    /** A visit ends, is kept, and the next one is made; more in one go is somebody else's doing, and can wait. */
    private static final int MOST_STEPS = 20;

    private final SuiteSpecs specs;
    private final Baselines baselines;
    private final SuiteJudge judge;
    private final DigestStore digests;
    private final VisitSteps visits;
    private final FinishedVisits finished;
    private final SuiteArchive archive;

    SuiteDriver(
            SuiteSpecs specs,
            Baselines baselines,
            SuiteJudge judge,
            DigestStore digests,
            VisitSteps visits,
            FinishedVisits finished,
            SuiteArchive archive) {
        this.specs = specs;
        this.baselines = baselines;
        this.judge = judge;
        this.digests = digests;
        this.visits = visits;
        this.finished = finished;
        this.archive = archive;
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
            return finished.giveWay(now.ownRuns());
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
        finished.giveWay(now.ownRuns());
        return Optional.of(AGAIN_IF_BLOCKED);
    }

    private Optional<Duration> refused(Reconciliation now, String message) {
        SuiteConditions.refused(now.draft(), message);
        return finished.giveWay(now.ownRuns());
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
                session.load(spec, digests.load(now.ref(), spec), now.suite().getStatus());
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
            finished.giveWay(now.ownRuns());
            return Optional.of(AGAIN_IF_UNREADABLE);
        }
    }

    private Optional<Duration> steps(Reconciliation now, SuiteSpec spec, Optional<Resolution> obstacle)
            throws SuiteFormatException {
        SuiteSpec allowed = obstacle.isPresent() ? spec.heldBack() : spec;
        Optional<Wait> wait = Optional.empty();
        for (int i = 0; i < MOST_STEPS && wait.isEmpty(); i++) {
            wait = visits.step(now.ref(), allowed, now.session());
        }
        return switch (wait.orElse(new Wait.Again())) {
            case Wait.Again _ -> Optional.of(AT_ONCE);
            case Wait.NameTaken(var message) -> {
                SuiteConditions.progress(now.draft(), now.ref(), spec, now.session());
                JudgementConditions.underWay(now.draft(), spec);
                SuiteConditions.inTheWay(now.draft(), spec, SuiteConditionReason.NAME_TAKEN, message);
                finished.giveWay(now.ownRuns());
                yield Optional.of(AGAIN_IF_BLOCKED);
            }
            case Wait.ForAnEvent(var again) -> {
                SuiteConditions.progress(now.draft(), now.ref(), spec, now.session());
                Optional<Duration> tidyAgain = finished.tidy(now.suite(), spec, now.session(), now.ownRuns());
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
}
