package io.jgbench.coordination.workload.multicast;

import io.jgbench.coordination.result.Latency;
import java.util.Optional;

/**
 * How long sampled messages took from one member to another: from being handed to the transport, in an open loop from
 * when they were due, until the other member's receiver had them. Sent and received are on two clocks, whose offset is
 * known to an error only.
 *
 * @param latency the samples of all pairs of members; what seems to be less than nothing counts as nothing
 * @param errorMicros each sample is right within this; 0 where all members follow one clock
 * @param driftKnown whether the clocks were measured after the run as well; where not, they may have drifted apart
 *     further
 */
public record DeliveryLatency(Latency latency, long errorMicros, boolean driftKnown) {

    /** Whether the clocks' error is so large that only an upper bound of the times is known. */
    public boolean onlyBounds() {
        return errorMicros >= latency.p50Micros();
    }

    /** The times, where they are known. */
    Optional<Latency> known() {
        return onlyBounds() ? Optional.empty() : Optional.of(latency);
    }
}
