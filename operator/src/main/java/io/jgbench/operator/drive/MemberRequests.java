package io.jgbench.operator.drive;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.ArmRequest;
import io.jgbench.coordination.protocol.JoinRequest;
import io.jgbench.coordination.protocol.StartRequest;
import io.jgbench.coordination.run.Action;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.operator.plan.Plan;
import java.time.Duration;

/** Makes of what the run's machine asks for the requests to its members. */
record MemberRequests(RunSpec spec, Plan plan, EpochClock clock) {

    JoinRequest join(int member, Action.Join join) {
        return plan.join(member, spec, left(join.deadlineEpochNanos()));
    }

    ArmRequest arm(Action.Arm arm) {
        return new ArmRequest(left(arm.deadlineEpochNanos()));
    }

    StartRequest start(int member, Action.Release release) {
        return new StartRequest(
                release.startAtEpochNanos(),
                release.clocks().get(member),
                Duration.ofNanos(release.deadlineEpochNanos() - release.startAtEpochNanos()));
    }

    private Duration left(long deadlineEpochNanos) {
        return Duration.ofNanos(Math.max(1, deadlineEpochNanos - clock.epochNanos()));
    }
}
