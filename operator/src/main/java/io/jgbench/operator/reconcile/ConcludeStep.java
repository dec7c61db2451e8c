package io.jgbench.operator.reconcile;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.api.v1alpha1.StatusMember;
import io.jgbench.api.v1alpha1.StatusMembers;
import io.jgbench.coordination.result.RepetitionsResult;
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
import io.jgbench.operator.result.ResultStore;
import io.jgbench.operator.result.ResultStore.EvidenceLostException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** When the last repetition's outcome stands: puts all of them together, publishes the result, and says so. */
final class ConcludeStep implements RunStep<Driven> {
    private final ResultStore results;
    private final Clock clock;
    private final boolean isStored;

    /**
     * With these results.
     *
     * @param isStored whether there is a storage for full results beside them
     */
    ConcludeStep(ResultStore results, Clock clock, boolean isStored) {
        this.results = results;
        this.isStored = isStored;
        this.clock = clock;
    }

    @Override
    public Outcome take(RunView view, Driven state) {
        LiveRun live = state.repetition();
        RunRecord record = live.record();
        if (!record.endsTheRun() || record.completionTime().isEmpty()) {
            return Outcome.proceed();
        }
        try {
            conclude(view, live, RepetitionsResult.of(outcomes(view, record)));
        } catch (EvidenceLostException e) {
            Abort.lost(view, ConditionReason.EVIDENCE_LOST, e.getMessage());
        }
        return Outcome.proceed();
    }

    private void conclude(RunView view, LiveRun live, RepetitionsResult result) {
        RunRecord record = live.record();
        var status = StatusOf.status(result, clock.instant());
        VisitMetadata.of(view.run())
                .ifPresent(visit -> results.publishDigest(
                        view.ref(), DigestOf.digest(visit.suite(), visit.coordinates(), visit.visit(), result)));
        view.draft()
                .result(status)
                .resultsRef(results.publish(view.ref(), result))
                .members(members(status.members(), record.plan()))
                .perMember(withNodes(status.perMember(), record.plan()));
        if (isStored) {
            StoreStep.note(view.draft());
        }
        explain(view, live);
    }

    private List<RunResult> outcomes(RunView view, RunRecord record) throws EvidenceLostException {
        List<RunResult> outcomes = new ArrayList<>();
        for (int repetition = 1; repetition <= record.repetition(); repetition++) {
            outcomes.add(Workloads.result(results.kept(view.ref(), RepetitionIds.of(view.ref(), repetition))));
        }
        return outcomes;
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
