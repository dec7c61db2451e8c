package io.jgbench.coordination.workload.multicast;

import io.jgbench.coordination.result.Latency;
import io.jgbench.coordination.result.OneWayLatency;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How long sampled messages took from one member to another: from being handed to the transport, in an open loop from
 * when they were due, until the other member's receiver had them. Sent and received are on two clocks, whose offset is
 * known to an error only.
 *
 * @param latency the samples of all pairs of members; what seems to be less than nothing counts as nothing
 * @param errorMicros each sample is right within this; 0 where all members follow one clock
 * @param driftKnown whether the clocks were measured after the run as well; where not, they may have drifted apart
 *     further
 * @param histograms the same samples by the index of the member that received them, as {@link OneWayLatency} has them;
 *     empty in a result that an earlier version stored
 */
public record DeliveryLatency(Latency latency, long errorMicros, boolean driftKnown, Map<Integer, String> histograms) {

    /** Refuses nulls, copies the map, in the order of the members, and takes what an earlier version stored. */
    public DeliveryLatency {
        histograms = histograms == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(Map.copyOf(histograms)));
    }

    /** Whether the clocks' error is so large that only an upper bound of the times is known. */
    public boolean onlyBounds() {
        return errorMicros >= latency.p50Micros();
    }

    /** The times, where they are known. */
    Optional<Latency> known() {
        return onlyBounds() ? Optional.empty() : Optional.of(latency);
    }

    /** All samples, where the times are known and stored. */
    Optional<OneWayLatency> oneWay() {
        return onlyBounds() || histograms.isEmpty()
                ? Optional.empty()
                : Optional.of(new OneWayLatency(histograms, errorMicros, driftKnown));
    }
}
