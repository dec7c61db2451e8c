package io.jgbench.coordination.result;

import io.jgbench.coordination.protocol.RpcReport.LatencyFrom;
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
 */
public record RpcFigures(
        double requestsPerSecond,
        long bytesPerSecond,
        double clusterRequestsPerSecond,
        long clusterBytesPerSecond,
        Spread memberRequestsPerSecond,
        LatencyFrom latencyFrom,
        Optional<Latency> reads,
        Optional<Latency> writes)
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
}
