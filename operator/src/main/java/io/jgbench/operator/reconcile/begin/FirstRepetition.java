package io.jgbench.operator.reconcile.begin;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.api.v1alpha1.StatusMember;
import io.jgbench.api.v1alpha1.StatusMembers;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.operator.drive.LiveRuns;
import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.drive.RunRecords;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.plan.NodeChoice.Outcome.Chosen;
import io.jgbench.operator.plan.Plan;
import io.jgbench.operator.plan.PortAssignment;
import io.jgbench.operator.reconcile.state.RepetitionIds;
import io.jgbench.operator.reconcile.state.RunState.Waiting;
import io.jgbench.operator.reconcile.state.RunView;
import java.util.function.Consumer;

/** Begins a run on nodes that it has: plans the members of its first repetition and stores the run's record. */
public final class FirstRepetition {
    private final RunRecords records;
    private final LiveRuns liveRuns;
    private final PortAssignment ports;
    private final RunStacks stacks;
    private final Consumer<RunRef> wake;

    /**
     * Made once for all runs.
     *
     * @param wake called with a run whose driver has found something
     */
    public FirstRepetition(
            RunRecords records, LiveRuns liveRuns, PortAssignment ports, RunStacks stacks, Consumer<RunRef> wake) {
        this.records = records;
        this.liveRuns = liveRuns;
        this.ports = ports;
        this.stacks = stacks;
        this.wake = wake;
    }

    /** Begins it. */
    void begin(RunView view, Waiting state, Chosen chosen) {
        RunSpec spec = stacks.withText(view.run(), state.spec().orElseThrow());
        var assignments = ports.assignments(chosen.byMember(), spec.transport().bindPort());
        var plan = Plan.of(RepetitionIds.of(view.ref(), 1), assignments);
        var record = RunRecord.begin(spec, 1, plan, view.now());
        // the record goes last: once it is there, the run has begun
        liveRuns.prepare(view.ref(), view.run().getSpec(), record);
        records.save(view.ref(), record);
        var live = liveRuns.open(view.ref(), view.run().getSpec(), record, () -> wake.accept(view.ref()));
        view.session().become(state, state.begin(live));
        note(view, record);
    }

    /** Says in the run's status that it has begun, and where its members are. */
    public static void note(RunView view, RunRecord record) {
        Plan plan = record.plan();
        RunSpec spec = record.spec();
        view.draft()
                .startTime(record.startTime())
                .condition(
                        ConditionType.NODES_RESERVED,
                        Status.TRUE,
                        ConditionReason.RESERVED,
                        "A Lease is held on " + plan.nodes().size() + " nodes, from "
                                + plan.nodes().getFirst() + " to "
                                + plan.nodes().getLast() + ".")
                .members(new StatusMembers(
                        spec.members(), 0, 0, 0, 0, plan.nodes().size()))
                .perMember(plan.assignments().stream()
                        .map(assignment -> StatusMember.planned(
                                assignment.member(),
                                assignment.node(),
                                assignment.index() < spec.workload().senders(spec.members())))
                        .toList());
    }
}
