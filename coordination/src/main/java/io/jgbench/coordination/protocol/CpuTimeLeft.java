package io.jgbench.coordination.protocol;

import java.util.Map;
import java.util.OptionalDouble;

/**
 * Which part of the CPU time there was nobody used.
 *
 * @param counters those of a member
 */
public record CpuTimeLeft(Map<String, Long> counters) {

    /** Copies the counters. */
    public CpuTimeLeft {
        counters = Map.copyOf(counters);
    }

    /** Of all CPUs of the member's host, 0 to 1; empty where the host does not tell. */
    public OptionalDouble ofHost() {
        return share(
                Counters.HOST_IDLE_NANOS,
                counter(Counters.HOST_IDLE_NANOS)
                        + counter(Counters.HOST_CPU_NANOS)
                        + counter(Counters.HOST_INTERRUPT_NANOS)
                        + counter(Counters.CPU_STEAL_NANOS));
    }

    /** Of the CPUs that the member may use, 0 to 1: of all of its host, unless its threads are bound to some. */
    public OptionalDouble ofMember() {
        OptionalDouble bound = share(Counters.USABLE_IDLE_NANOS, counter(Counters.USABLE_CPU_NANOS));
        return bound.isPresent() ? bound : ofHost();
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
