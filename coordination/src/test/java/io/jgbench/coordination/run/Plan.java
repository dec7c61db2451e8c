package io.jgbench.coordination.run;

import io.jgbench.api.v1alpha1.PreflightSettings.Policy;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.RunSpecBuilder;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that a simulated world does not decide by itself, so that the same plan always gives the same run.
 *
 * @param paces how fast each member is
 * @param faults what goes wrong
 * @param tickMillis time between two looks of the controller
 * @param untilSteady whether the members warm up until they are told that it is enough
 * @param preflight whether the network is probed before they join
 */
record Plan(List<Pace> paces, List<Fault> faults, int tickMillis, boolean untilSteady, boolean preflight) {
    static final Duration START_TIMEOUT = Duration.ofMinutes(1);
    static final Duration ACTIVE_DEADLINE = Duration.ofMinutes(2);
    private static final Warmup UNTIL_STEADY = new Warmup.Steady(Duration.ZERO, Duration.ofSeconds(10));

    /** How long each part takes a member, in ticks. */
    record Pace(int boot, int join, int warmUp, int run) {}

    static RunSpec spec(int members) {
        return spec(members, START_TIMEOUT);
    }

    static RunSpec spec(int members, Duration startTimeout) {
        return spec(members, startTimeout, Optional.empty(), Warmup.NONE, Policy.SKIP);
    }

    static RunSpec spec(int members, Stack stack) {
        return spec(members, START_TIMEOUT, Optional.of(stack), Warmup.NONE, Policy.SKIP);
    }

    static RunSpec spec(int members, Policy preflight) {
        return spec(members, START_TIMEOUT, Optional.empty(), Warmup.NONE, preflight);
    }

    RunSpec spec() {
        return spec(
                members(),
                START_TIMEOUT,
                Optional.empty(),
                untilSteady ? UNTIL_STEADY : Warmup.NONE,
                preflight ? Policy.REQUIRE : Policy.SKIP);
    }

    private static RunSpec spec(
            int members, Duration startTimeout, Optional<Stack> stack, Warmup warmup, Policy preflight) {
        return RunSpecBuilder.builder()
                .name("simulated")
                .members(members)
                .workload(new MulticastSpec(
                        1, RunLength.of(1000), 1000, warmup, 1, Duration.ofSeconds(1), Duration.ZERO, 0))
                .transport(new TransportSpec("jgroups", stack, Map.of(), 0))
                .repetitions(1)
                .startTimeout(startTimeout)
                .maxSkew(Duration.ofMillis(10))
                .jvmOptions(List.of())
                .activeDeadline(ACTIVE_DEADLINE)
                .preflight(preflight)
                .build();
    }

    int members() {
        return paces.size();
    }
}
