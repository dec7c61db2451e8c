package io.jgbench.operator.suite;

import io.jgbench.api.v1alpha1.BenchmarkSuiteStatus.Phase;
import io.jgbench.api.v1alpha1.StatusCell;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.api.v1alpha1.StatusCurrentVisit;
import io.jgbench.api.v1alpha1.StatusDigests;
import io.jgbench.api.v1alpha1.StatusVisits;
import io.jgbench.api.v1alpha1.SuiteConditionReason;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import io.jgbench.coordination.BoundedText;
import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.SuiteProgress;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.SuiteStatus;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.suite.result.TooFewRounds;
import io.jgbench.operator.kubernetes.SuiteRef;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/** What a suite's status says. */
final class SuiteConditions {
    private SuiteConditions() {}

    /** The suite cannot be run as it stands; what was measured of it before stays. */
    static void refused(SuiteStatusDraft draft, String message) {
        draft.phase(Phase.REFUSED)
                .timeLeft(null)
                .condition(SuiteConditionType.RESOLVED, Status.FALSE, SuiteConditionReason.SPEC_INVALID, message)
                .condition(
                        SuiteConditionType.FINISHED,
                        Status.TRUE,
                        SuiteConditionReason.SPEC_INVALID,
                        "The suite cannot be run as it stands."
                                + draft.visitsDone()
                                        .map(done -> " " + done + " No other one begins, and their figures stay.")
                                        .orElse(""))
                .condition(SuiteConditionType.SUCCEEDED, Status.FALSE, SuiteConditionReason.SPEC_INVALID, message);
    }

    /**
     * The suite waits for something that is to be there before a visit begins.
     *
     * @param reason what it waits for
     */
    static void waits(SuiteStatusDraft draft, SuiteConditionReason reason, String message) {
        Optional<String> done = draft.visitsDone();
        draft.phase(done.isPresent() ? Phase.SUSPENDED : Phase.PENDING)
                .condition(SuiteConditionType.RESOLVED, Status.FALSE, reason, message)
                .condition(
                        SuiteConditionType.FINISHED,
                        Status.FALSE,
                        SuiteConditionReason.UNDER_WAY,
                        done.map(visits -> visits + " The next one waits; see Succeeded.")
                                .orElse("The suite has not begun."))
                .condition(SuiteConditionType.SUCCEEDED, Status.UNKNOWN, reason, message);
    }

    /** Something is in the suite's way until somebody removes it. */
    static void inTheWay(SuiteStatusDraft draft, SuiteSpec spec, SuiteConditionReason reason, String message) {
        resolved(draft, spec);
        draft.condition(
                        SuiteConditionType.FINISHED,
                        Status.FALSE,
                        SuiteConditionReason.UNDER_WAY,
                        "Something is in the suite's way; see Succeeded.")
                .condition(SuiteConditionType.SUCCEEDED, Status.UNKNOWN, reason, message);
    }

    private static void resolved(SuiteStatusDraft draft, SuiteSpec spec) {
        draft.condition(SuiteConditionType.RESOLVED, Status.TRUE, SuiteConditionReason.ALL_RESOLVED, planned(spec));
    }

    /** Hours of measuring that can answer nothing are not to be begun unnoticed. */
    private static String planned(SuiteSpec spec) {
        var sentences = new StringJoiner(" ");
        sentences.add("%d cells, %d rounds: %d visits.".formatted(spec.cells().size(), spec.rounds(), spec.visits()));
        TooFewRounds.of(spec).forEach(sentence -> sentences.add("Warning: " + sentence + "."));
        return sentences.toString();
    }

    /** How far the suite is. */
    static void progress(SuiteStatusDraft draft, SuiteRef ref, SuiteSpec spec, SuiteSession session) {
        SuiteStatus status = session.status();
        KeptVisits kept = session.kept().orElseThrow();
        List<KeptVisit> visits = kept.ofRounds(spec.rounds());
        SuiteProgress progress = SuiteProgress.of(spec, status);
        resolved(draft, spec);
        draft.phase(phase(status.phase()))
                .visits(visits(progress, visits), CellCounts.of(spec, kept))
                .digests(digests(ref, kept))
                .timeLeft(
                        status.phase().isOver()
                                ? null
                                : progress.timeLeft().map(SuiteConditions::text).orElse(null))
                .current(
                        status.current()
                                .map(visit -> current(spec, visit, status))
                                .orElse(null),
                        session.place().map(SuiteSession.QueuePlace::since).orElse(null))
                .times(
                        visits.stream()
                                .map(KeptVisit::start)
                                .min(Instant::compareTo)
                                .orElse(null),
                        status.phase().isOver()
                                ? visits.stream()
                                        .map(KeptVisit::completion)
                                        .max(Instant::compareTo)
                                        .orElse(null)
                                : null);
        conditions(draft, spec, status, kept, progress);
    }

    private static Phase phase(SuitePhase phase) {
        return switch (phase) {
            case PENDING -> Phase.PENDING;
            case RUNNING -> Phase.RUNNING;
            case SUSPENDED -> Phase.SUSPENDED;
            case COMPLETED -> Phase.COMPLETED;
            case BUDGET_SPENT -> Phase.BUDGET_SPENT;
        };
    }

    private static StatusVisits visits(SuiteProgress progress, List<KeptVisit> kept) {
        return new StatusVisits(
                progress.planned(),
                progress.done(),
                count(kept, VisitOutcome.VALID),
                count(kept, VisitOutcome.INVALID),
                count(kept, VisitOutcome.FAILED),
                progress.done() + "/" + progress.planned());
    }

    private static int count(List<KeptVisit> kept, VisitOutcome outcome) {
        return (int) kept.stream()
                .filter(visit -> visit.record().outcome() == outcome)
                .count();
    }

    private static StatusDigests digests(SuiteRef ref, KeptVisits kept) {
        return new StatusDigests(
                kept.visits().size(), kept.bytes().size(), kept.totalBytes(), DigestStore.selector(ref));
    }

    private static StatusCurrentVisit current(SuiteSpec spec, VisitId visit, SuiteStatus status) {
        return new StatusCurrentVisit(
                visit.cell() + 1,
                BoundedText.of(spec.cells().get(visit.cell()).key(), StatusCell.MAX_NAME),
                visit.round(),
                visit.attempt(),
                visit.runName(spec.name()),
                Instant.EPOCH
                        .plusNanos(status.currentSinceEpochNanos())
                        .truncatedTo(ChronoUnit.SECONDS)
                        .toString());
    }

    /** As a spec has durations: hours and minutes, or seconds where it is shorter. */
    static String text(Duration left) {
        if (left.compareTo(Duration.ofMinutes(1)) < 0) {
            return left.toSeconds() + "s";
        }
        return (left.toHours() == 0 ? "" : left.toHours() + "h") + left.toMinutesPart() + "m";
    }

    private static void conditions(
            SuiteStatusDraft draft, SuiteSpec spec, SuiteStatus status, KeptVisits kept, SuiteProgress progress) {
        String made = progress.done() + " of " + progress.planned() + " visits are done.";
        switch (status.phase()) {
            case PENDING, RUNNING -> {
                draft.condition(SuiteConditionType.FINISHED, Status.FALSE, SuiteConditionReason.UNDER_WAY, made)
                        .condition(
                                SuiteConditionType.SUCCEEDED,
                                Status.UNKNOWN,
                                SuiteConditionReason.RUNNING,
                                running(spec, status.current()));
            }
            case SUSPENDED -> {
                String held = made + " Held back: suspend is true. Set it to false to continue the suite.";
                draft.condition(SuiteConditionType.FINISHED, Status.FALSE, SuiteConditionReason.SUSPENDED, held)
                        .condition(SuiteConditionType.SUCCEEDED, Status.UNKNOWN, SuiteConditionReason.SUSPENDED, held);
            }
            case COMPLETED -> over(draft, SuiteConditionReason.COMPLETED, made, CellCounts.visited(spec, kept));
            case BUDGET_SPENT ->
                over(
                        draft,
                        SuiteConditionReason.BUDGET_SPENT,
                        made + " The next one would probably exceed the budget" + whose(draft, spec) + ".",
                        CellCounts.visited(spec, kept));
        }
    }

    /** Whose the budget is, where the suite names none. */
    private static String whose(SuiteStatusDraft draft, SuiteSpec spec) {
        return draft.namesBudget()
                ? ""
                : spec.budget()
                        .map(budget -> " of " + text(budget) + ", which the cluster's admin gives a suite that names"
                                + " none and can change by the chart's value policy.limits.suites.budget")
                        .orElse("");
    }

    private static String running(SuiteSpec spec, Optional<VisitId> current) {
        return current.map(visit -> "Cell " + spec.cells().get(visit.cell()).key() + ", round " + visit.round() + " of "
                        + spec.rounds() + (visit.attempt() == 1 ? "" : ", attempt " + visit.attempt()) + "."
                        + (spec.suspended() ? " No other visit begins after it: suspend is true." : ""))
                .orElse("The suite begins.");
    }

    private static void over(
            SuiteStatusDraft draft, SuiteConditionReason reason, String message, List<SuiteOutcome.VisitedCell> cells) {
        SuiteOutcome outcome = SuiteOutcome.of(cells);
        draft.condition(SuiteConditionType.FINISHED, Status.TRUE, reason, message)
                .condition(SuiteConditionType.SUCCEEDED, outcome.status(), outcome.reason(), outcome.message());
    }
}
