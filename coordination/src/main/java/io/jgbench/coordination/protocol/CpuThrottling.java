package io.jgbench.coordination.protocol;

import java.util.Map;

/**
 * For how long a limit on CPU time kept a member from running. The kernel adds that up over the CPUs that stood still,
 * which may be more than the limit's number: a limit of one CPU that four threads use up lets four CPUs stand still at
 * once. The time is at most as long as each of three bounds, and the smallest is taken.
 *
 * @param counters those of the member
 * @param countedNanos the time in which they were counted
 * @param cpus CPUs that its JVM uses, 1 or more
 */
public record CpuThrottling(Map<String, Long> counters, long countedNanos, int cpus) {
    /** Copies the counters. */
    public CpuThrottling {
        counters = Map.copyOf(counters);
    }

    /** As a share of the counted time, 0 to 1. */
    public double share() {
        long throttled = counter(Counters.CPU_THROTTLED_NANOS);
        if (countedNanos <= 0 || throttled <= 0) {
            return 0;
        }
        double share = Math.min(ofItsCpus(throttled), ofWhatItWanted(throttled));
        return counters.containsKey(Counters.CPU_THROTTLED_PERIODS_NANOS) ? Math.min(share, ofItsPeriods()) : share;
    }

    private double ofItsCpus(long throttled) {
        return throttled / ((double) countedNanos * cpus);
    }

    /** Where as many CPUs stand still at once as work otherwise. */
    private double ofWhatItWanted(long throttled) {
        return (double) throttled / (throttled + counter(Counters.CPU_NANOS));
    }

    /** It stands still for no longer than the periods last in which the limit was reached, on however many CPUs. */
    private double ofItsPeriods() {
        return (double) counter(Counters.CPU_THROTTLED_PERIODS_NANOS) / countedNanos;
    }

    private long counter(String name) {
        return counters.getOrDefault(name, 0L);
    }
}
