package io.jgbench.coordination.workload.multicast;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.jgbench.coordination.protocol.LatencyFrom;
import io.jgbench.coordination.result.Latency;
import io.jgbench.coordination.result.OneWayLatency;
import io.jgbench.coordination.result.RunFigures;
import io.jgbench.coordination.result.SendLateness;
import io.jgbench.coordination.result.Spread;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The figures of a run of the workload Multicast whose members all reported.
 *
 * @param messagesPerSecond the mean of the members' message rates (perf.Test 2006, 2008)
 * @param othersMessagesPerSecond the mean of the rates at which members got the messages of others, which alone cross
 *     the wire
 * @param bytesPerSecond {@code messagesPerSecond} times the message size
 * @param othersBytesPerSecond {@code othersMessagesPerSecond} times the message size
 * @param clusterMessagesPerSecond the sum of the members' message rates
 * @param clusterBytesPerSecond that sum times the message size
 * @param memberMessagesPerSecond how far the members' message rates lie apart
 * @param latencyFrom from when latencies count
 * @param delivery times until messages were at other members, where there are any, messages have room for a time stamp
 *     and the members' clocks are known
 * @param loopback times until messages were back at their own sender, of all senders' samples: they do not cross the
 *     wire
 * @param lateness how late messages were sent, where a rate was asked for
 * @param wireLimit what the network allows, where the line rate is known and anything crosses the wire
 * @param efficiencyPermille {@code bytesPerSecond} to that limit, in thousandths; empty where messages were lost, as
 *     own ones never are and cross no link
 */
@JsonTypeName("Multicast")
@RecordBuilder
public record MulticastFigures(
        double messagesPerSecond,
        double othersMessagesPerSecond,
        long bytesPerSecond,
        long othersBytesPerSecond,
        double clusterMessagesPerSecond,
        long clusterBytesPerSecond,
        Spread memberMessagesPerSecond,
        LatencyFrom latencyFrom,
        Optional<DeliveryLatency> delivery,
        Optional<Latency> loopback,
        Optional<SendLateness> lateness,
        Optional<WireLimit> wireLimit,
        Optional<Long> efficiencyPermille)
        implements RunFigures {

    /** Before a rate could be asked for, all latencies counted from the sending. */
    public MulticastFigures {
        latencyFrom = latencyFrom == null ? LatencyFrom.SEND : latencyFrom;
    }

    /** The one of both that tells of the network, if it was measured. */
    public Optional<Latency> latency() {
        return delivery.map(DeliveryLatency::latency).or(() -> loopback);
    }

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

    @Override
    public Map<String, Double> unrounded() {
        Map<String, Double> all = new HashMap<>();
        latency().ifPresent(times -> all.putAll(times.exactMicros("latency")));
        wireLimit.ifPresent(limit -> all.put("efficiencyPermille", bytesPerSecond * 1000.0 / limit.bytesPerSecond()));
        return all;
    }

    @Override
    public Map<String, OneWayLatency> oneWay() {
        return delivery.flatMap(DeliveryLatency::oneWay)
                .map(times -> Map.of(OneWayLatency.DELIVERY, times))
                .orElse(Map.of());
    }
}
