package io.jgbench.coordination.workload.multicast;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.jgbench.coordination.protocol.LatencyFrom;
import io.jgbench.coordination.result.Latency;
import io.jgbench.coordination.result.RunFigures;
import io.jgbench.coordination.result.SendLateness;
import io.jgbench.coordination.result.Spread;
import java.util.Optional;

/**
 * The figures of a run of the workload Multicast whose members all reported.
 *
 * @param messagesPerSecond the mean of the members' message rates (perf.Test 2006, 2008)
 * @param bytesPerSecond that rate times the message size
 * @param clusterMessagesPerSecond the sum of the members' message rates
 * @param clusterBytesPerSecond that sum times the message size
 * @param memberMessagesPerSecond how far the members' message rates lie apart
 * @param latencyFrom from when latencies count
 * @param latency latencies of all members' samples
 * @param lateness how late messages were sent, where a rate was asked for
 * @param wireLimit what the network allows, where the line rate is known and anything crosses the wire
 * @param efficiencyPermille {@code bytesPerSecond} to that limit, in thousandths; empty where messages were lost, as
 *     own ones never are and cross no link
 */
@JsonTypeName("Multicast")
public record MulticastFigures(
        double messagesPerSecond,
        long bytesPerSecond,
        double clusterMessagesPerSecond,
        long clusterBytesPerSecond,
        Spread memberMessagesPerSecond,
        LatencyFrom latencyFrom,
        Optional<Latency> latency,
        Optional<SendLateness> lateness,
        Optional<WireLimit> wireLimit,
        Optional<Long> efficiencyPermille)
        implements RunFigures {

    @Override
    public double unitsPerSecond() {
        return messagesPerSecond;
    }

    @Override
    public double clusterUnitsPerSecond() {
        return clusterMessagesPerSecond;
    }

    @Override
    public Spread memberUnitsPerSecond() {
        return memberMessagesPerSecond;
    }
}
