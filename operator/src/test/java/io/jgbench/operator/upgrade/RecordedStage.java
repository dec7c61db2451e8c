package io.jgbench.operator.upgrade;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.operator.cluster.MemberGate;
import io.jgbench.operator.cluster.MemberGate.Step;
import java.util.Locale;

/** Where a run stands when another release of the operator takes over. */
enum RecordedStage {
    /** It waits for nodes that another run has. */
    QUEUED(ConditionReason.QUEUED, Step.WORKLOAD, 1),
    /** Its pods start and its hosts are set. */
    TUNING(ConditionReason.STARTING, Step.START, 1),
    /** Its members find each other. */
    JOINING(ConditionReason.JOINING, Step.JOIN, 1),
    /** Its members warm up. */
    ARMED(ConditionReason.ARMED, Step.ARM, 1),
    /** Its members measure. */
    RUNNING(ConditionReason.RUNNING, Step.WORKLOAD, 1),
    /** Its members give their reports. */
    COLLECTING(ConditionReason.COLLECTING, Step.REPORT, 1),
    /** Its outcome stands, and its pods end. */
    CLEARING(ConditionReason.PASSED, Step.END, 1),
    /** Its members measure again, and what the first repetition left behind is stored. */
    SECOND_REPETITION(ConditionReason.RUNNING, Step.WORKLOAD, 2);

    private final ConditionReason reason;
    private final Step held;
    private final int repetition;

    RecordedStage(ConditionReason reason, Step held, int repetition) {
        this.reason = reason;
        this.held = held;
        this.repetition = repetition;
    }

    /** The name of its run, and of its file. */
    String run() {
        return "upgrade-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What its run does, as one line of YAML without its braces. */
    String spec() {
        return "members: 2, messages: 1000, messageSize: 1k, repetitions: " + repetition
                + ", start: {maxSkew: 1m}, tuning: {mode: Apply, rmemMax: 25Mi}";
    }

    /** Keeps a run in this stage, or the one before it in the queue in its own. */
    MemberGate gate() {
        return MemberGate.before(held, repetition);
    }

    /** Whether a run is seen to be there. */
    boolean isOf(BenchmarkRun run) {
        return run.isTrue(ConditionType.FINISHED) == (this == CLEARING)
                && run.hasReason(ConditionType.SUCCEEDED, reason)
                && (this != SECOND_REPETITION || saysSecond(run));
    }

    private static boolean saysSecond(BenchmarkRun run) {
        return run.condition(ConditionType.SUCCEEDED)
                .map(StatusCondition::message)
                .orElse("")
                .contains("Repetition 2 of 2");
    }
}
