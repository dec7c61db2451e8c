package io.jgbench.coordination.workload.rpc;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.result.Latency;
import io.jgbench.coordination.result.MemberFigures;
import java.util.Optional;

/**
 * What one member's report of the workload Rpc comes to, as UnicastTestRpcDist defines it (2011).
 *
 * @param requestsPerSecond requests answered, divided by the time from the start until the last was done or given up;
 *     where a duration is measured, those that were answered until its end divided by the time from the start to that
 *     end; 0 where that time is 0
 * @param bytesPerSecond that rate times the payload, of which each request carries one there or back
 * @param elapsedNanos that time
 * @param reads times of the reads
 * @param writes times of the writes
 */
@JsonTypeName("Rpc")
public record RpcMemberFigures(
        double requestsPerSecond,
        long bytesPerSecond,
        long elapsedNanos,
        Optional<Latency> reads,
        Optional<Latency> writes)
        implements MemberFigures {

    /**
     * Works the figures out.
     *
     * @param beganAtEpochNanos when the member began
     */
    public static RpcMemberFigures of(RpcReport report, long beganAtEpochNanos) {
        // else one last request that takes long would lower the rate of all those before it
        boolean byTime = report.timedUntilEpochNanos() > 0;
        long requests = byTime ? report.timedRequests() : report.requestsDone();
        long until = byTime ? report.timedUntilEpochNanos() : report.endedAtEpochNanos();
        long elapsedNanos = Math.max(0, until - beganAtEpochNanos);
        double rate = elapsedNanos == 0 ? 0 : requests * 1e9 / elapsedNanos;
        return new RpcMemberFigures(
                rate,
                Math.round(rate * report.payloadBytes()),
                elapsedNanos,
                Latency.of(HistogramText.decode(report.readHistogram())),
                Latency.of(HistogramText.decode(report.writeHistogram())));
    }
}
