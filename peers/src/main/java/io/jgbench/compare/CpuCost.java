package io.jgbench.compare;

import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.result.RunResult;
import java.util.Optional;

/**
 * What the members' processes paid for what they did. A ratio of rates varies with what else the machine does; what a
 * message costs varies less, and tells whether a program that is slower does more or waits more.
 *
 * @param nanosEach CPU time of all members together, their compilers and collectors included, for each message or
 *     request that one of them sent, in nanoseconds
 * @param compilerShare the part of it that went to just-in-time compilers, 0 to 1
 */
public record CpuCost(double nanosEach, double compilerShare) {

    /**
     * That of members whose CPU time was read before and after.
     *
     * @param used by all members together
     * @param sent messages or requests of all members together
     * @return empty where nothing was sent or the system does not tell the CPU time
     */
    static Optional<CpuCost> of(CpuTime used, double sent) {
        return sent > 0 && used.nanos() > 0
                ? Optional.of(new CpuCost(used.nanos() / sent, (double) used.compilerNanos() / used.nanos()))
                : Optional.empty();
    }

    /**
     * That of a run's measured part.
     *
     * @param sent messages or requests that all members together sent in it
     */
    static Optional<CpuCost> during(RunResult run, long sent) {
        CpuTime used = run.members().stream()
                .map(member -> new CpuTime(member.counter(Counters.CPU_NANOS), member.counter(Counters.COMPILER_NANOS)))
                .reduce(CpuTime.NONE, CpuTime::plus);
        return of(used, (double) sent);
    }

    /** How many times another program's cost it is. */
    public double over(CpuCost other) {
        return nanosEach / other.nanosEach;
    }
}
