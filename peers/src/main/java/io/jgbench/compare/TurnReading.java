package io.jgbench.compare;

import io.jgbench.coordination.protocol.Counters;
import io.jgbench.counters.CompilerThreads;
import io.jgbench.counters.NetworkCounters;
import io.jgbench.local.host.NamespaceHosts;
import java.util.List;

/**
 * What the kernel has counted for a program's members until one instant, or between two of them.
 *
 * @param nanos the instant, of {@link System#nanoTime}, or the time between both
 * @param sentBytes what their interfaces sent
 * @param cpuTime what their processes used
 * @param losses what was lost or sent again
 */
record TurnReading(long nanos, long sentBytes, CpuTime cpuTime, KernelLosses losses) {

    /**
     * Reads.
     *
     * @param members processes, each in a network namespace of its own
     * @param compilers those of the same processes
     */
    static TurnReading now(List<Long> members, List<CompilerThreads> compilers) {
        return new TurnReading(
                System.nanoTime(),
                sentBytes(members),
                new CpuTime(
                        members.stream().mapToLong(CpuTime::nanosOf).sum(),
                        compilers.stream().mapToLong(CompilerThreads::cpuNanos).sum()),
                KernelLosses.at(members));
    }

    /** What the interfaces of members in namespaces have sent since they were made. */
    static long sentBytes(List<Long> members) {
        return members.stream()
                .map(pid -> NetworkCounters.of(pid, NamespaceHosts.MEMBER_INTERFACE))
                .mapToLong(counters -> counters.getOrDefault(Counters.INTERFACE_SENT_BYTES, 0L))
                .sum();
    }

    /** Between two instants. */
    double sentBytesPerSecond() {
        return sentBytes * 1e9 / nanos;
    }

    TurnReading plus(TurnReading other) {
        return new TurnReading(
                nanos + other.nanos,
                sentBytes + other.sentBytes,
                cpuTime.plus(other.cpuTime),
                losses.plus(other.losses));
    }

    TurnReading minus(TurnReading before) {
        return new TurnReading(
                nanos - before.nanos,
                sentBytes - before.sentBytes,
                cpuTime.minus(before.cpuTime),
                losses.minus(before.losses));
    }
}
