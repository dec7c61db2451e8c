package io.jgbench.coordination.result;

import io.jgbench.coordination.protocol.HistogramText;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Latencies from one member to another: they begin on one clock and end on another one, so that no member's report
 * holds them.
 *
 * @param histograms those that ended at a member, by its index, in nanoseconds; see {@link HistogramText}
 * @param errorMicros each sample is right within this; 0 where all members follow one clock
 * @param driftKnown whether the clocks were measured after the run as well
 */
public record OneWayLatency(Map<Integer, String> histograms, long errorMicros, boolean driftKnown) {
    /** What the times are called that messages took until other members had them. */
    public static final String DELIVERY = "delivery";

    private static final int SIGNIFICANT_DIGITS = 3;

    /** Refuses nulls and copies the map, in the order of the members. */
    public OneWayLatency {
        histograms = Collections.unmodifiableMap(new TreeMap<>(Map.copyOf(histograms)));
    }

    /** Those of all members in one, in nanoseconds. */
    public Histogram merged() {
        var merged = new Histogram(SIGNIFICANT_DIGITS);
        histograms.values().forEach(text -> merged.add(HistogramText.decode(text)));
        return merged;
    }
}
