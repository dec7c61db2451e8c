package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.coordination.result.Finding.Reason;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A run that leaves most of the shared machine idle, so that hardly anything is excused. */
@OperatorTest
class LowRateTest {
    private static final SharedMachine BUSY = new SharedMachine(Map.of(
            Reason.HOST_BUSY,
            "the control plane and the nodes' daemons take a part of the few CPUs that members could use"));

    /**
     * It warms up until its compilers are quiet. No message is timed: where many share few cores, threads wake up late,
     * and a run that times messages is right to warn of that.
     */
    private static final String SPEC = "members: 2, messageSize: 1k, duration: 10s, stack: {name: udp},"
            + " warmup: {atMost: 90s}, start: {maxSkew: 1m},"
            + " workload: {type: Multicast, multicast: {targetRate: 2000, latencySampleInterval: 0}}";

    @Test
    void runOfALowRateIsValidWithoutAWarningAndHeldByTheRateThatWasAskedFor(Lab lab) {
        BenchmarkRun run = lab.runFlawless("low-rate", SPEC, BUSY);

        assertThat(Lab.told(run, ConditionType.SUCCEEDED)).startsWith("True Passed");
        assertThat(run.getStatus().bottleneck().type()).isEqualTo(BottleneckType.REQUESTED_RATE);
    }
}
