package io.jgbench.coordination.result;

import io.jgbench.coordination.protocol.HistogramText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Latencies: of what and from when to when stands where they are kept.
 *
 * @param count how many were recorded
 * @param p50Micros the median in microseconds, rounded up, as are the others
 * @param p90Micros the 90th percentile
 * @param p99Micros the 99th percentile
 * @param p999Micros the 99.9th percentile
 * @param maxMicros the largest
 */
public record Latency(long count, long p50Micros, long p90Micros, long p99Micros, long p999Micros, long maxMicros) {

    /** Reads percentiles from the histogram, in nanoseconds; empty if it holds nothing. */
    public static Optional<Latency> of(Histogram nanos) {
        if (nanos.getTotalCount() == 0) {
            return Optional.empty();
        }
        return Optional.of(new Latency(
                nanos.getTotalCount(),
                micros(nanos.getValueAtPercentile(50)),
                micros(nanos.getValueAtPercentile(90)),
                micros(nanos.getValueAtPercentile(99)),
                micros(nanos.getValueAtPercentile(99.9)),
                micros(nanos.getMaxValue())));
    }

    /** All samples of several histograms in one. Percentiles are read from it and never averaged. */
    public static Histogram merge(List<Histogram> histograms) {
        var merged = new Histogram(3);
        histograms.forEach(merged::add);
        return merged;
    }

    /**
     * The same of histograms as reports hold them.
     *
     * @param texts each one that {@link HistogramText#encode} has written
     */
    public static Histogram mergedOf(Stream<String> texts) {
        return merge(texts.map(HistogramText::decode).toList());
    }

    private static long micros(long nanos) {
        return Math.ceilDiv(nanos, 1000);
    }
}
