package io.jgbench.compare;

import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.member.NetworkCounters;
import java.util.Collection;
import java.util.Map;

/**
 * What the kernels of all members lost or sent again, together.
 *
 * @param receiveBufferDrops datagrams dropped as a socket's receive buffer was full
 * @param segmentsSentAgain TCP segments
 */
public record Losses(long receiveBufferDrops, long segmentsSentAgain) {

    /**
     * Those of processes since they were started; members that share a network namespace count as often as they are.
     */
    static Losses at(Collection<Long> pids) {
        return pids.stream().map(NetworkCounters::of).map(Losses::of).reduce(new Losses(0, 0), Losses::plus);
    }

    /** Those of a run. */
    static Losses during(RunResult run) {
        return run.members().stream()
                .map(member -> new Losses(
                        member.counter(Counters.UDP_RECEIVE_BUFFER_DROPS),
                        member.counter(Counters.TCP_RETRANSMITTED_SEGMENTS)))
                .reduce(new Losses(0, 0), Losses::plus);
    }

    private static Losses of(Map<String, Long> counters) {
        return new Losses(
                counters.getOrDefault(Counters.UDP_RECEIVE_BUFFER_DROPS, 0L),
                counters.getOrDefault(Counters.TCP_RETRANSMITTED_SEGMENTS, 0L));
    }

    Losses plus(Losses other) {
        return new Losses(receiveBufferDrops + other.receiveBufferDrops, segmentsSentAgain + other.segmentsSentAgain);
    }

    Losses minus(Losses before) {
        return new Losses(receiveBufferDrops - before.receiveBufferDrops, segmentsSentAgain - before.segmentsSentAgain);
    }
}
