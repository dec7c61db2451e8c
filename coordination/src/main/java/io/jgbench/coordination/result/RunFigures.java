package io.jgbench.coordination.result;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Map;

/**
 * The figures of a run whose members all reported. What all workloads have is a rate of their own unit of work; see
 * {@link io.jgbench.coordination.spec.WorkloadSpec#unitOfWork}.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
public interface RunFigures {

    /** The mean of the members' rates, units of work a second. */
    double unitsPerSecond();

    /** The payload that goes with it, bytes a second. */
    long bytesPerSecond();

    /** The sum of the members' rates, units of work a second. */
    double clusterUnitsPerSecond();

    /** The payload that goes with it, bytes a second. */
    long clusterBytesPerSecond();

    /** How far the members' rates lie apart. */
    Spread memberUnitsPerSecond();

    /**
     * Figures of the run's summary that are rounded there, as they were before, by their names in it: a comparison of
     * rounded ones finds changes that are none, and none where there are some.
     */
    default Map<String, Double> unrounded() {
        return Map.of();
    }

    /**
     * Latencies from one member to another, by what was timed. Those that a member times on its own clock are in {@link
     * io.jgbench.coordination.protocol.WorkloadReport#histograms}. What the clocks' error leaves unknown is left out.
     */
    default Map<String, OneWayLatency> oneWay() {
        return Map.of();
    }
}
