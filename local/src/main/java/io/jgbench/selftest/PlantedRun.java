package io.jgbench.selftest;

import java.time.Duration;
import java.util.Optional;

/**
 * One run of a self-test.
 *
 * @param round which round it belongs to, from 1
 * @param stack the bundled stack that it runs over
 * @param workload what the members do
 * @param fault what is planted
 * @param at where
 * @param lasts how long a fault is there that comes and goes in the middle of the run
 */
public record PlantedRun(
        int round, String stack, SelfTestWorkload workload, Fault fault, FaultTargets at, Duration lasts) {

    /** What it runs over: {@code udp}, or {@code udp, rpc} where it is another workload than the usual one. */
    String over() {
        return workload == SelfTestWorkload.MULTICAST ? stack : stack + ", " + workload.label();
    }

    /** Why the fault has no meaning in it; empty where it has one. */
    Optional<String> meaningless() {
        return fault.hasNoMeaningOver(stack).or(() -> fault.hasNoMeaningOver(workload.label()));
    }
}
