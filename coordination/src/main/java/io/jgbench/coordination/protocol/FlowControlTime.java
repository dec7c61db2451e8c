package io.jgbench.coordination.protocol;

import java.util.Map;

/**
 * For how long a sender waited for flow control. What several of its threads waited at the same time is in the counter
 * as often.
 *
 * @param counters those of the member
 * @param countedNanos the time in which they were counted
 * @param threads threads that send; fewer than one count as one
 */
public record FlowControlTime(Map<String, Long> counters, long countedNanos, int threads) {
    /** Copies the counters. */
    public FlowControlTime {
        counters = Map.copyOf(counters);
    }

    /** As a share of the threads' time, 0 to 1. */
    public double share() {
        long blocked = counters.getOrDefault(Counters.FLOW_CONTROL_BLOCKED_NANOS, 0L);
        return countedNanos <= 0 ? 0 : Math.min(1, (double) blocked / countedNanos / Math.max(1, threads));
    }
}
