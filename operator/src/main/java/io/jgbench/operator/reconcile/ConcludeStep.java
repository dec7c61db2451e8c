package io.jgbench.operator.reconcile;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.api.v1alpha1.StatusMember;
import io.jgbench.api.v1alpha1.StatusMembers;
import io.jgbench.coordination.protocol.TextShelf;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunEvidence;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.status.StatusOf;
import io.jgbench.coordination.suite.DigestOf;
import io.jgbench.coordination.workload.registry.Workloads;
import io.jgbench.operator.drive.LiveRun;
import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.kubernetes.VisitMetadata;
import io.jgbench.operator.plan.Assignment;
import io.jgbench.operator.plan.Plan;
import io.jgbench.operator.reconcile.RunState.Driven;
import io.jgbench.operator.result.BookedResults;
import io.jgbench.operator.result.ReportMemory;
import io.jgbench.operator.result.ResultStore;
import io.jgbench.operator.result.ResultStore.EvidenceLostException;
import io.jgbench.operator.result.ResultStore.ResultTooLargeException;
import io.jgbench.operator.spool.SpoolFile;
import io.jgbench.operator.status.StatusDraft;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When the last repetition's outcome stands: puts all of them together, and says what they come to. The status has the
 * figures before the full result is stored, so that a quota, an admission webhook or a full store costs the latter
 * alone. The run is finished when it is stored, or was refused for long enough.
 */
final class ConcludeStep implements RunStep<Driven> {
    /** Time for a disturbance to pass; the run has its nodes meanwhile. Counted from the first refusal. */
    static final Duration PATIENCE = Duration.ofMinutes(1);

    /** One run is concluded in seconds. */
    static final Duration WHILE_OTHERS_HAVE_THE_MEMORY = Duration.ofSeconds(1);

    private static final Duration AT_ONCE = Duration.ofMillis(1);
    private static final Logger LOG = LoggerFactory.getLogger(ConcludeStep.class);

    private final ResultStore results;
    private final Clock clock;
    private final boolean isStored;
    private final BookedResults booked;
    private final ReportMemory memory;

    /**
     * With these results.
     *
     * @param booked what full results take
     * @param memory for reports
     * @param isStored whether there is a storage for full results beside them
     */
    ConcludeStep(ResultStore results, BookedResults booked, ReportMemory memory, Clock clock, boolean isStored) {
        this.results = results;
        this.booked = booked;
        this.memory = memory;
        this.isStored = isStored;
        this.clock = clock;
    }

    @Override
    public Outcome take(RunView view, Driven state) {
        LiveRun live = state.repetition();
        RunRecord record = live.record();
        if (!isDue(record)) {
            return Outcome.proceed();
        }
        Optional<ReportMemory.Turn> turn = memory.tryTake(reportBytes(live, record));
        if (turn.isEmpty()) {
            return Outcome.lookAgainAfter(WHILE_OTHERS_HAVE_THE_MEMORY);
        }
        try (ReportMemory.Turn _ = turn.get();
                SpoolFile texts = results.texts()) {
            return conclude(view, live, RepetitionsResult.of(outcomes(view, record, texts)));
        } catch (EvidenceLostException e) {
            if (view.published().hasFigures()) {
                finishWithWhatStands(view, e.getMessage());
            } else {
                Abort.lost(view, ConditionReason.EVIDENCE_LOST, e.getMessage());
            }
            return Outcome.proceed();
        }
    }

    /** Unknown where another operator has fetched them. */
    private static Optional<Long> reportBytes(LiveRun live, RunRecord record) {
        return Optional.of(live.reportBytes()).filter(bytes -> bytes > 0).map(bytes -> bytes * record.repetition());
    }

    /** Whether nothing is left to measure. */
    static boolean isDue(RunRecord record) {
        return record.endsTheRun() && record.completionTime().isPresent();
    }

    private Outcome conclude(RunView view, LiveRun live, RepetitionsResult result) {
        RunRecord record = live.record();
        var status = StatusOf.status(result, clock.instant());
        view.draft()
                .result(status)
                .members(members(status.members(), record.plan()))
                .perMember(withNodes(status.perMember(), record.plan()));
        explain(view, live);
        if (!view.published().hasFigures()) {
            noteUnfinished(view.draft());
            return Outcome.lookAgainAfter(AT_ONCE);
        }
        try {
            publish(view, result);
        } catch (ResultTooLargeException e) {
            withdraw(view);
            noteNotStored(view.draft(), e.getMessage());
        } catch (KubernetesClientException e) {
            if (!ReconcileFailure.isRefusal(e) || isEarly(view)) {
                throw e;
            }
            withdraw(view);
            noteNotStored(view.draft(), "The API server refused to store it: " + e.getMessage());
        }
        return Outcome.proceed();
    }

    private boolean isEarly(RunView view) {
        Instant now = clock.instant();
        return Duration.between(view.session().refusedSince(now), now).compareTo(PATIENCE) < 0;
    }

    private void publish(RunView view, RepetitionsResult result) throws ResultTooLargeException {
        VisitMetadata.of(view.run())
                .ifPresent(visit -> results.publishDigest(
                        view.ref(), DigestOf.digest(visit.suite(), visit.coordinates(), visit.visit(), result)));
        view.draft()
                .resultsRef(results.publish(
                        view.ref(),
                        result,
                        bytes -> booked.book(view.run(), view.runs().get(), bytes)));
        if (isStored) {
            StoreStep.note(view.draft());
        }
    }

    /** A part of a result would be taken for all of it. */
    private void withdraw(RunView view) {
        booked.cancel(view.run());
        try {
            results.withdraw(view.ref());
        } catch (KubernetesClientException e) {
            LOG.warn("A part of the full result of {} stays: {}", view.ref().path(), e.getMessage());
        }
    }

    private static void noteUnfinished(StatusDraft draft) {
        String message = "What the members measured stands here; the full result is being stored.";
        draft.condition(ConditionType.FINISHED, Status.FALSE, ConditionReason.UNDER_WAY, message)
                .condition(ConditionType.SUCCEEDED, Status.UNKNOWN, ConditionReason.COLLECTING, message);
    }

    private static void noteNotStored(StatusDraft draft, String why) {
        draft.condition(
                ConditionType.RESULTS_STORED,
                Status.FALSE,
                ConditionReason.RESULTS_NOT_STORED,
                "There is no full result, and the figures here stand. " + why);
    }

    /** Another operator has said what was measured, and had it in memory alone. */
    static Outcome finishWithWhatStands(RunView view, String why) {
        boolean isValid = view.run().isTrue(ConditionType.VALID);
        String message = "The run is over; what was measured stands here.";
        noteNotStored(view.draft(), why);
        view.draft()
                .condition(ConditionType.FINISHED, Status.TRUE, ConditionReason.COMPLETED, message)
                .condition(
                        ConditionType.SUCCEEDED,
                        isValid ? Status.TRUE : Status.FALSE,
                        isValid ? ConditionReason.PASSED : ConditionReason.FAILED,
                        message)
                .completed();
        return Outcome.lookAgainAfter(AT_ONCE);
    }

    private List<RunResult> outcomes(RunView view, RunRecord record, TextShelf texts) throws EvidenceLostException {
        List<RunResult> outcomes = new ArrayList<>();
        for (int repetition = 1; repetition <= record.repetition(); repetition++) {
            outcomes.add(Workloads.result(evidence(view, RepetitionIds.of(view.ref(), repetition), texts)));
        }
        return outcomes;
    }

    private RunEvidence evidence(RunView view, String repetitionId, TextShelf texts) throws EvidenceLostException {
        RunEvidence unstored = view.session().unstored().get(repetitionId);
        return unstored == null ? results.kept(view.ref(), repetitionId, texts) : unstored;
    }

    /** What Kubernetes says of a pod that never ran tells more than that its member was late. */
    private static void explain(RunView view, LiveRun live) {
        RunRecord record = live.record();
        boolean neverStarted = record.status().failure().isPresent()
                && !record.status().phaseBegan().containsKey(RunPhase.JOINING);
        if (neverStarted) {
            LiveStatus.problem(record, view.podsOf(record.plan().id()), live.launchProblem())
                    .ifPresent(problem -> view.draft()
                            .condition(ConditionType.MEMBERS_READY, Status.FALSE, problem.reason(), problem.message()));
        }
    }

    private static StatusMembers members(StatusMembers counts, Plan plan) {
        return new StatusMembers(
                counts.desired(),
                counts.scheduled(),
                counts.joined(),
                counts.reported(),
                counts.lost(),
                plan.nodes().size());
    }

    private static List<StatusMember> withNodes(List<StatusMember> members, Plan plan) {
        Map<String, Assignment> assignments =
                plan.assignments().stream().collect(Collectors.toMap(Assignment::member, Function.identity()));
        return members.stream()
                .map(member -> member.withNode(assignments.get(member.name()).node()))
                .toList();
    }
}
