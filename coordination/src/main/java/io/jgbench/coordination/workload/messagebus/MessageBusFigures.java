package io.jgbench.coordination.workload.messagebus;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.jgbench.coordination.protocol.LatencyFrom;
import io.jgbench.coordination.result.Latency;
import io.jgbench.coordination.result.RunFigures;
import io.jgbench.coordination.result.SendLateness;
import io.jgbench.coordination.result.Spread;
import io.jgbench.coordination.workload.messagebus.MessageBusMemberFigures.Rate;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The figures of a run of the workload MessageBus whose members all reported.
 *
 * @param messagesPerSecond messages received per second, responses left out: the mean over the members that are sent to
 * @param bytesPerSecond their bytes
 * @param clusterMessagesPerSecond the sum over those members
 * @param clusterBytesPerSecond its bytes
 * @param memberMessagesPerSecond how far those members' rates lie apart
 * @param out what a member sent a second, responses included; mean over all members
 * @param in what a member received a second, responses included; mean over all members
 * @param outHeldBackShare share of time that sending threads were held back, mean over the senders
 * @param inHeldBackShare share of time that what was received waited for room, mean over the receivers
 * @param outBacklogBytes what a sender had sent without a receipt, mean over samples and senders
 * @param inBacklogBytes what a receiver had received and not processed, mean over samples and receivers
 * @param latencyFrom from when latencies count
 * @param responses times until all members' responses
 * @param responseTime what else is told of them
 * @param receipts times until all members' receipts
 * @param lateness how late messages were sent, where a rate was asked for
 */
@JsonTypeName("MessageBus")
@RecordBuilder
public record MessageBusFigures(
        double messagesPerSecond,
        long bytesPerSecond,
        double clusterMessagesPerSecond,
        long clusterBytesPerSecond,
        Spread memberMessagesPerSecond,
        Rate out,
        Rate in,
        double outHeldBackShare,
        double inHeldBackShare,
        long outBacklogBytes,
        long inBacklogBytes,
        LatencyFrom latencyFrom,
        Optional<Latency> responses,
        Optional<ResponseTime> responseTime,
        Optional<Latency> receipts,
        Optional<SendLateness> lateness)
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

    @Override
    public Map<String, Double> unrounded() {
        Map<String, Double> all = new HashMap<>();
        responses.ifPresent(times -> all.putAll(times.exactMicros("messageBus.response")));
        receipts.ifPresent(times -> all.putAll(times.exactMicros("messageBus.receipt")));
        responseTime.ifPresent(time -> {
            all.put("messageBus.responseAvgMicros", time.meanNanos() / 1000.0);
            all.put("messageBus.responseEffectiveMicros", time.effectiveNanos() / 1000.0);
            all.put("messageBus.responseMinMicros", time.minNanos() / 1000.0);
        });
        return all;
    }
}
