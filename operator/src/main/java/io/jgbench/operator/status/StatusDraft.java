package io.jgbench.operator.status;

import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.api.v1alpha1.BenchmarkRunStatusBuilder;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.ReasonWord;
import io.jgbench.api.v1alpha1.StatusBottleneck;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.api.v1alpha1.StatusFinding;
import io.jgbench.api.v1alpha1.StatusMember;
import io.jgbench.api.v1alpha1.StatusMembers;
import io.jgbench.api.v1alpha1.StatusResultsRef;
import io.jgbench.api.v1alpha1.StatusSummary;
import io.jgbench.api.v1alpha1.StatusWarmup;
import io.jgbench.api.v1alpha1.StatusWindow;
import io.jgbench.coordination.BoundedText;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A run's next status, made of the one before. A condition that keeps its status keeps the time of its last transition,
 * so that a draft which says nothing new equals what it was made of.
 */
public final class StatusDraft {
    private static final int MAX_MESSAGE_CHARS = 4096;

    private final long generation;
    private final String now;
    private String end;
    private final Map<String, StatusCondition> conditions = new LinkedHashMap<>();
    private String runId;
    private String stack;
    private Integer senders;
    private StatusWindow window;
    private String startTime;
    private String completionTime;
    private StatusMembers members;
    private Integer progressPercent;
    private Long startSkewMicros;
    private Long startSkewErrorMicros;
    private StatusWarmup warmup;
    private StatusSummary summary;
    private StatusBottleneck bottleneck;
    private String environmentHash;
    private List<StatusMember> perMember = List.of();
    private List<String> unrestoredNodes = List.of();
    private List<StatusFinding> findings = List.of();
    private StatusResultsRef resultsRef;

    /**
     * Begins with what is known.
     *
     * @param before the status before, null if there is none
     * @param generation the generation of the spec that the draft speaks of
     * @param now the wall clock's time
     */
    public StatusDraft(BenchmarkRunStatus before, long generation, Instant now) {
        this.generation = generation;
        this.now = now.toString();
        this.end = this.now;
        if (before != null) {
            before.conditions().forEach(condition -> conditions.put(condition.type(), condition));
            runId = before.runId();
            stack = before.stack();
            senders = before.senders();
            startTime = before.startTime();
            completionTime = before.completionTime();
            takeFigures(before);
            members = before.members();
            progressPercent = before.progressPercent();
            unrestoredNodes = before.unrestoredNodes();
            resultsRef = before.resultsRef();
        }
    }

    /** When the run is over if it is so now; the wall clock's time unless this is called. */
    public StatusDraft endingAt(Instant at) {
        end = at.toString();
        return this;
    }

    /** Whose it is. */
    public StatusDraft runId(String id) {
        runId = id;
        return this;
    }

    /** What carries the messages, and how many members send. */
    public StatusDraft carrier(String carrier, int senderCount) {
        stack = carrier;
        senders = senderCount;
        return this;
    }

    /** When the run began. */
    public StatusDraft startTime(Instant at) {
        startTime = at.toString();
        return this;
    }

    /** When the run was over; the first time counts. */
    public StatusDraft completed() {
        completionTime = completionTime == null ? end : completionTime;
        return this;
    }

    /** The run is not over, though its figures stand. */
    public StatusDraft unfinished() {
        completionTime = null;
        return this;
    }

    /** How many members have come how far. */
    public StatusDraft members(StatusMembers counts) {
        members = counts;
        return this;
    }

    /** Share of the expected messages that has arrived. */
    public StatusDraft progressPercent(int percent) {
        progressPercent = percent;
        return this;
    }

    /** The nodes whose hosts are not confirmed to be restored; none once all are, or where nobody knows which. */
    public StatusDraft unrestoredNodes(Collection<String> nodes) {
        unrestoredNodes = nodes.stream().sorted().toList();
        return this;
    }

    /** Where the full results are. */
    public StatusDraft resultsRef(StatusResultsRef ref) {
        resultsRef = ref;
        return this;
    }

    /** Where a copy of the full results is. */
    public StatusDraft resultsCopiedTo(StatusResultsRef copy) {
        return resultsRef(resultsRef == null ? copy : resultsRef.copiedTo(copy));
    }

    /** Sets a condition. */
    public StatusDraft condition(ConditionType type, Status status, ReasonWord reason, String message) {
        return condition(type.label(), status, reason.label(), message);
    }

    private StatusDraft condition(String type, Status status, String reason, String message) {
        var before = conditions.get(type);
        boolean isKept = before != null && before.status() == status;
        conditions.put(
                type,
                new StatusCondition(
                        type,
                        status,
                        generation,
                        isKept ? before.lastTransitionTime() : now,
                        reason,
                        BoundedText.of(message, MAX_MESSAGE_CHARS)));
        return this;
    }

    /** Sets the conditions of a result, and takes its figures. */
    public StatusDraft result(BenchmarkRunStatus result) {
        takeFigures(result);
        result.conditions()
                .forEach(condition ->
                        condition(condition.type(), condition.status(), condition.reason(), condition.message()));
        startTime = result.startTime();
        completionTime = result.completionTime();
        progressPercent = result.progressPercent();
        return this;
    }

    private void takeFigures(BenchmarkRunStatus from) {
        window = from.window();
        startSkewMicros = from.startSkewMicros();
        startSkewErrorMicros = from.startSkewErrorMicros();
        warmup = from.warmup();
        summary = from.summary();
        bottleneck = from.bottleneck();
        environmentHash = from.environmentHash();
        perMember = from.perMember();
        findings = from.findings();
    }

    /** Replaces the members' statuses. */
    public StatusDraft perMember(List<StatusMember> each) {
        perMember = List.copyOf(each);
        return this;
    }

    /** What is said of each member so far. */
    public List<StatusMember> perMember() {
        return perMember;
    }

    /** The status. */
    public BenchmarkRunStatus build() {
        return BenchmarkRunStatusBuilder.builder()
                .observedGeneration(generation)
                .runId(runId)
                .stack(stack)
                .senders(senders)
                .window(window)
                .startTime(startTime)
                .completionTime(completionTime)
                .conditions(List.copyOf(conditions.values()))
                .members(members)
                .progressPercent(progressPercent)
                .startSkewMicros(startSkewMicros)
                .startSkewErrorMicros(startSkewErrorMicros)
                .warmup(warmup)
                .summary(summary)
                .bottleneck(bottleneck)
                .environmentHash(environmentHash)
                .perMember(perMember)
                .unrestoredNodes(unrestoredNodes)
                .findings(findings)
                .resultsRef(resultsRef)
                .build();
    }
}
