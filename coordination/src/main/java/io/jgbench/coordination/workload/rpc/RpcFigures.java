package io.jgbench.coordination.workload.rpc;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.jgbench.coordination.protocol.LatencyFrom;
import io.jgbench.coordination.result.Latency;
import io.jgbench.coordination.result.RunFigures;
import io.jgbench.coordination.result.SendLateness;
import io.jgbench.coordination.result.Spread;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The figures of a run of the workload Rpc whose members all reported.
 *
 * @param requestsPerSecond the mean of the members' request rates (UnicastTestRpcDist's "requests / sec / node")
 * @param bytesPerSecond that rate times the payload
 * @param clusterRequestsPerSecond the sum of the members' request rates
 * @param clusterBytesPerSecond that sum times the payload
 * @param memberRequestsPerSecond how far the members' request rates lie apart
 * @param latencyFrom from when latencies count
 * @param reads times of all members' reads
 * @param writes times of all members' writes
 * @param lateness how late requests were begun, where a rate was asked for
 * @param wireLimit what the network allows, where the line rate is known and anything crosses the wire
 * @param efficiencyPermille {@code bytesPerSecond} to that limit, in thousandths
 */
@JsonTypeName("Rpc")
public record RpcFigures(
        double requestsPerSecond,
        long bytesPerSecond,
        double clusterRequestsPerSecond,
        long clusterBytesPerSecond,
        Spread memberRequestsPerSecond,
        LatencyFrom latencyFrom,
        Optional<Latency> reads,
        Optional<Latency> writes,
        Optional<SendLateness> lateness,
        Optional<RpcWireLimit> wireLimit,
        Optional<Long> efficiencyPermille)
        implements RunFigures {

    @Override
    public double unitsPerSecond() {
        return requestsPerSecond;
    }

    @Override
    public double clusterUnitsPerSecond() {
        return clusterRequestsPerSecond;
    }

    @Override
    public Spread memberUnitsPerSecond() {
        return memberRequestsPerSecond;
    }

    @Override
    public Map<String, Double> unrounded() {
        Map<String, Double> all = new HashMap<>();
        reads.ifPresent(times -> all.putAll(times.exactMicros("rpc.read")));
        writes.ifPresent(times -> all.putAll(times.exactMicros("rpc.write")));
        wireLimit.ifPresent(
                limit -> all.put("efficiencyPermille", requestsPerSecond * 1000 / limit.requestsPerSecond()));
        return all;
    }
}
