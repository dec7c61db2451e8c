package io.jgbench.operator.reconcile.end;

import io.jgbench.api.v1alpha1.StatusMember;
import io.jgbench.api.v1alpha1.StatusMembers;
import io.jgbench.coordination.protocol.TextShelf;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunEvidence;
import io.jgbench.coordination.result.RunEvidenceBuilder;
import io.jgbench.coordination.result.RunFailure;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.status.StatusOf;
import io.jgbench.coordination.workload.registry.Workloads;
import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.plan.Assignment;
import io.jgbench.operator.plan.Plan;
import io.jgbench.operator.reconcile.state.RepetitionIds;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.result.ResultStore;
import io.jgbench.operator.result.ResultStore.EvidenceLostException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What the repetitions of a run came to, from what each of them left behind. */
final class RepetitionResults {
    private final ResultStore results;

    RepetitionResults(ResultStore results) {
        this.results = results;
    }

    /**
     * Puts the first repetitions together.
     *
     * @param number how many, from 1
     * @param texts where long texts stay until they are asked for
     */
    RepetitionsResult first(RunView view, int number, TextShelf texts) throws EvidenceLostException {
        List<RunResult> outcomes = new ArrayList<>();
        for (int repetition = 1; repetition <= number; repetition++) {
            outcomes.add(Workloads.result(evidence(view, RepetitionIds.of(view.ref(), repetition), texts)));
        }
        return RepetitionsResult.of(outcomes);
    }

    private RunEvidence evidence(RunView view, String repetitionId, TextShelf texts) throws EvidenceLostException {
        RunEvidence unstored = view.session().unstored().evidence().get(repetitionId);
        return unstored == null ? results.kept(view.ref(), repetitionId, texts) : unstored;
    }

    /**
     * Adds the repetition that follows those that are over as one that failed. The others alone would be taken for all
     * that the run was to measure, wherever its result is read.
     *
     * @param over the first repetitions
     * @param record of the last of these, or of the one that follows
     * @param failure why it did not come to its end
     */
    static RepetitionsResult withUnfinished(
            RunView view, RepetitionsResult over, RunRecord record, RunFailure failure) {
        int number = over.runs().size() + 1;
        List<RunResult> all = new ArrayList<>(over.runs());
        all.add(Workloads.result(RunEvidenceBuilder.builder()
                .runId(RepetitionIds.of(view.ref(), number))
                .spec(record.spec())
                .reliable(record.spec().transport().reliable())
                .memberNames(record.plan().names())
                .reports(List.of())
                .clocks(Map.of())
                .hostCounters(Map.of())
                .failure(Optional.of(failure))
                .startTime(number == record.repetition() ? record.startTime() : view.now())
                .completionTime(view.now())
                .notApplied(List.of())
                .build()));
        return RepetitionsResult.of(all);
    }

    /**
     * Notes the figures and what follows from them.
     *
     * @param plan who stood where
     */
    static void note(RunView view, RepetitionsResult result, Plan plan, Instant now) {
        var status = StatusOf.status(result, now);
        view.draft()
                .result(status)
                .members(members(status.members(), plan))
                .perMember(withNodes(status.perMember(), plan));
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
