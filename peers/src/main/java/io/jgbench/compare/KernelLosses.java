package io.jgbench.compare;

import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.counters.NetworkCounters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What the kernels of all members lost or sent again, together.
 *
 * @param receiveBufferDrops datagrams dropped as a socket's receive buffer was full
 * @param segmentsSentAgain TCP segments; empty where members share a network namespace, whose counter knows nothing of
 *     who sent them, and where a stack sends no messages over TCP
 */
public record KernelLosses(long receiveBufferDrops, OptionalLong segmentsSentAgain) {

    /** Those of processes since they were started. */
    static KernelLosses at(Collection<Long> pids) {
        List<Map<String, Long>> counters =
                pids.stream().map(NetworkCounters::of).toList();
        return new KernelLosses(
                sum(counters, Counters.UDP_RECEIVE_BUFFER_DROPS),
                networkNamespaces(pids) < pids.size()
                        ? OptionalLong.empty()
                        : OptionalLong.of(sum(counters, Counters.TCP_RETRANSMITTED_SEGMENTS)));
    }

    /** Those of a run. */
    static KernelLosses during(RunResult run) {
        List<Map<String, Long>> counters =
                run.members().stream().map(MemberResult::counters).toList();
        return new KernelLosses(
                sum(counters, Counters.UDP_RECEIVE_BUFFER_DROPS),
                counters.stream().allMatch(each -> each.containsKey(Counters.TCP_RETRANSMITTED_SEGMENTS))
                        ? OptionalLong.of(sum(counters, Counters.TCP_RETRANSMITTED_SEGMENTS))
                        : OptionalLong.empty());
    }

    private static long sum(List<Map<String, Long>> counters, String counter) {
        return counters.stream()
                .mapToLong(each -> each.getOrDefault(counter, 0L))
                .sum();
    }

    /** One that cannot be told counts as shared. */
    private static long networkNamespaces(Collection<Long> pids) {
        return pids.stream()
                .map(pid -> Path.of("/proc", Long.toString(pid), "ns", "net"))
                .map(KernelLosses::target)
                .distinct()
                .count();
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException _) {
            return "";
        }
    }

    KernelLosses plus(KernelLosses other) {
        return with(other, 1);
    }

    KernelLosses minus(KernelLosses before) {
        return with(before, -1);
    }

    private KernelLosses with(KernelLosses other, int sign) {
        return new KernelLosses(
                receiveBufferDrops + sign * other.receiveBufferDrops,
                segmentsSentAgain.isEmpty() || other.segmentsSentAgain.isEmpty()
                        ? OptionalLong.empty()
                        : OptionalLong.of(segmentsSentAgain.getAsLong() + sign * other.segmentsSentAgain.getAsLong()));
    }

    /** Both counts for a column of a table, such as {@code 3/0}; {@code 3/-} where segments are not known. */
    public String text() {
        return receiveBufferDrops + "/"
                + (segmentsSentAgain.isEmpty() ? "-" : Long.toString(segmentsSentAgain.getAsLong()));
    }
}
