package io.jgbench.operator.suite;

import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.BenchmarkSuiteStatus;
import io.jgbench.api.v1alpha1.BenchmarkSuiteStatus.Phase;
import io.jgbench.api.v1alpha1.BenchmarkSuiteStatusBuilder;
import io.jgbench.api.v1alpha1.StatusCell;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.api.v1alpha1.StatusCurrentVisit;
import io.jgbench.api.v1alpha1.StatusDigests;
import io.jgbench.api.v1alpha1.StatusJudgement;
import io.jgbench.api.v1alpha1.StatusVisits;
import io.jgbench.api.v1alpha1.SuiteConditionReason;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import io.jgbench.coordination.BoundedText;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A suite's next status, made of the one before. A condition that keeps its status keeps the time of its last
 * transition, whatever the draft said in between, so that a draft which says nothing new equals what it was made of.
 */
final class SuiteStatusDraft {
    private static final int MAX_MESSAGE_CHARS = 4096;

    /** What says something of the question, and of nothing else of the spec. */
    private static final List<SuiteConditionType> OF_THE_QUESTION =
            List.of(SuiteConditionType.THRESHOLDS_MET, SuiteConditionType.COMPARED, SuiteConditionType.BASELINE_HELD);

    private final long generation;
    private final long observedGeneration;
    private final String questionHash;
    private final String observedQuestionHash;
    private final boolean namesBudget;
    private final String now;
    private final Map<String, StatusCondition> conditionsBefore = new HashMap<>();
    private final Map<String, StatusCondition> conditions = new LinkedHashMap<>();
    private String suiteId;
    private Phase phase;
    private String startTime;
    private String completionTime;
    private Integer cells;
    private StatusVisits visits;
    private StatusCurrentVisit current;
    private String roundStartTime;
    private String timeLeft;
    private StatusDigests digests;
    private List<StatusCell> perCell = List.of();
    private StatusJudgement judgement;

    /**
     * Begins with what is known.
     *
     * @param suite with the status before, null if there is none, and the spec that the draft speaks of
     */
    SuiteStatusDraft(BenchmarkSuite suite, Instant now) {
        this(suite, now, true);
    }

    /**
     * Begins with what is known where the suite cannot be looked at: what was said of another spec may hold of this one
     * or not, and the status is of the spec of which it was before.
     */
    static SuiteStatusDraft unobserved(BenchmarkSuite suite, Instant now) {
        return new SuiteStatusDraft(suite, now, false);
    }

    private SuiteStatusDraft(BenchmarkSuite suite, Instant now, boolean isObserved) {
        this.generation = suite.getMetadata().getGeneration();
        this.now = now.toString();
        BenchmarkSuiteStatus before = suite.getStatus();
        boolean staysUnobserved = !isObserved && before != null && before.observedGeneration() != null;
        this.questionHash = SuiteQuestion.of(suite.getSpec()).hash();
        this.observedGeneration = staysUnobserved ? before.observedGeneration() : generation;
        this.observedQuestionHash = staysUnobserved ? before.questionHash() : questionHash;
        this.namesBudget = suite.getSpec().budget() != null;
        if (before != null) {
            boolean isAnswered = answersThis(before);
            before.conditions().forEach(condition -> {
                conditionsBefore.put(condition.type(), condition);
                conditions.put(
                        condition.type(),
                        isObserved && isAnswered && isKept(condition, before)
                                ? ofThisGeneration(condition)
                                : condition);
            });
            suiteId = before.suiteId();
            phase = before.phase();
            startTime = before.startTime();
            completionTime = before.completionTime();
            cells = before.cells();
            visits = before.visits();
            current = before.current();
            roundStartTime = before.roundStartTime();
            timeLeft = before.timeLeft();
            digests = before.digests();
            perCell = before.perCell();
            judgement = isAnswered ? before.judgement() : null;
        }
    }

    /**
     * Whether a status speaks of the same question. That of the same generation does, whatever its hash is: an earlier
     * operator wrote none, and another version may know more settings.
     */
    private boolean answersThis(BenchmarkSuiteStatus before) {
        return Objects.equals(before.observedGeneration(), generation)
                || Objects.equals(before.questionHash(), questionHash);
    }

    /** Whether a condition holds of another spec that asks the same, too. What was not stored is tried again. */
    private static boolean isKept(StatusCondition condition, BenchmarkSuiteStatus before) {
        boolean isStored =
                condition.isOf(SuiteConditionType.RESULTS_STORED) && condition.isFor(SuiteConditionReason.STORED);
        return Objects.equals(condition.observedGeneration(), before.observedGeneration())
                && (isStored || OF_THE_QUESTION.stream().anyMatch(condition::isOf));
    }

    private StatusCondition ofThisGeneration(StatusCondition condition) {
        return new StatusCondition(
                condition.type(),
                condition.status(),
                generation,
                condition.lastTransitionTime(),
                condition.reason(),
                condition.message());
    }

    /** Whose it is. */
    SuiteStatusDraft suiteId(String id) {
        suiteId = id;
        return this;
    }

    SuiteStatusDraft phase(Phase next) {
        phase = next;
        return this;
    }

    /** When the first visit began, and when the last one was over; null where that is not known. */
    SuiteStatusDraft times(Instant first, Instant last) {
        startTime = first == null ? null : first.toString();
        completionTime = last == null ? null : last.toString();
        return this;
    }

    /** How many visits are made, and what each cell came to. */
    SuiteStatusDraft visits(StatusVisits counts, List<StatusCell> each) {
        visits = counts;
        cells = each.size();
        perCell = each;
        return this;
    }

    /** How many visits are made, in a sentence; empty where none is. */
    Optional<String> visitsDone() {
        return Optional.ofNullable(visits)
                .filter(counts -> counts.done() > 0)
                .map(counts -> counts.done() + " of " + counts.total() + " visits are done.");
    }

    /** The visit that is under way and when its round began; null where none is. */
    SuiteStatusDraft current(StatusCurrentVisit visit, Instant roundSince) {
        current = visit;
        roundStartTime = roundSince == null ? null : roundSince.toString();
        return this;
    }

    /** How long the rest probably takes; null where that is not known. */
    SuiteStatusDraft timeLeft(String left) {
        timeLeft = left;
        return this;
    }

    /** Where the digests are. */
    SuiteStatusDraft digests(StatusDigests where) {
        digests = where;
        return this;
    }

    /** The answers to the suite's thresholds, comparisons and baseline; null where they are not known. */
    SuiteStatusDraft judgement(StatusJudgement outcome) {
        judgement = outcome;
        return this;
    }

    /** Whether the answers to the suite's thresholds, comparisons and baseline are known. */
    boolean isJudged() {
        return judgement != null;
    }

    /** Whether a condition is what it is for this reason, of the same generation of the spec. */
    boolean hasReason(SuiteConditionType type, SuiteConditionReason reason) {
        return ofThisSpec(type).filter(condition -> condition.isFor(reason)).isPresent();
    }

    /** A condition that speaks of the spec as it is. */
    Optional<StatusCondition> ofThisSpec(SuiteConditionType type) {
        return Optional.ofNullable(conditions.get(type.label()))
                .filter(condition -> Objects.equals(condition.observedGeneration(), generation));
    }

    /** Whether the spec names a budget. Without one the suite has that of the admin's policy. */
    boolean namesBudget() {
        return namesBudget;
    }

    /** Whether all visits of this generation of the spec were made, or as many as its budget allows. */
    boolean isOver() {
        return hasReason(SuiteConditionType.FINISHED, SuiteConditionReason.COMPLETED)
                || hasReason(SuiteConditionType.FINISHED, SuiteConditionReason.BUDGET_SPENT);
    }

    /** Says nothing of that type. */
    SuiteStatusDraft without(SuiteConditionType type) {
        conditions.remove(type.label());
        return this;
    }

    /** Sets a condition. */
    SuiteStatusDraft condition(SuiteConditionType type, Status status, SuiteConditionReason reason, String message) {
        var before = conditionsBefore.get(type.label());
        boolean isKept = before != null && before.status() == status;
        conditions.put(
                type.label(),
                new StatusCondition(
                        type.label(),
                        status,
                        generation,
                        isKept ? before.lastTransitionTime() : now,
                        reason.label(),
                        BoundedText.of(message, MAX_MESSAGE_CHARS)));
        return this;
    }

    BenchmarkSuiteStatus build() {
        return BenchmarkSuiteStatusBuilder.builder()
                .observedGeneration(observedGeneration)
                .suiteId(suiteId)
                .phase(phase)
                .startTime(startTime)
                .completionTime(completionTime)
                .conditions(List.copyOf(conditions.values()))
                .cells(cells)
                .visits(visits)
                .current(current)
                .roundStartTime(roundStartTime)
                .timeLeft(timeLeft)
                .digests(digests)
                .perCell(perCell)
                .judgement(judgement)
                .questionHash(observedQuestionHash)
                .build();
    }
}
