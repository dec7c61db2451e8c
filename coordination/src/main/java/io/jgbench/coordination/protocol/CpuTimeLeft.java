package io.jgbench.coordination.protocol;

import java.util.Map;
import java.util.OptionalDouble;

/**
 * Which part of the CPU time there was nobody used.
 *
 * @param counters those of a member
 */
public record CpuTimeLeft(Map<String, Long> counters) {

    /** With less of it left, a thread that has work waits for a CPU most of the time. */
    public static final double LEAST = 0.10;

    /** Copies the counters. */
    public CpuTimeLeft {
        counters = Map.copyOf(counters);
    }

    /** The idle share of all CPUs of the member's host, 0 to 1; empty if the host does not report it. */
    public OptionalDouble ofHost() {
        return share(
                Counters.HOST_IDLE_NANOS,
                counter(Counters.HOST_IDLE_NANOS)
                        + counter(Counters.HOST_CPU_NANOS)
                        + counter(Counters.HOST_INTERRUPT_NANOS)
                        + counter(Counters.CPU_STEAL_NANOS));
    }

    /**
     * The idle share of the CPUs that the member may use, 0 to 1: all of its host, unless its threads are bound to
     * some.
     */
    public OptionalDouble ofMember() {
        OptionalDouble bound = share(Counters.USABLE_IDLE_NANOS, counter(Counters.USABLE_CPU_NANOS));
        return bound.isPresent() ? bound : ofHost();
    }

    /** Whether the member's threads are bound to a part of its host's CPUs with less than {@link #LEAST} left. */
    public boolean isBoundToBusyCpus() {
        return counters.containsKey(Counters.USABLE_IDLE_NANOS) && ofMember().orElse(1) < LEAST;
    }

    private OptionalDouble share(String idle, long all) {
        return all == 0 || !counters.containsKey(idle)
                ? OptionalDouble.empty()
                : OptionalDouble.of((double) counter(idle) / all);
    }

    private long counter(String name) {
        return counters.getOrDefault(name, 0L);
    }
}
