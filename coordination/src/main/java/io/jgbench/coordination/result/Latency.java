package io.jgbench.coordination.result;

import io.jgbench.coordination.protocol.HistogramText;
import java.util.List;
import java.util.Map;
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
 * @param exact the same before they were rounded; empty in a result that an earlier version stored
 */
public record Latency(
        long count,
        long p50Micros,
        long p90Micros,
        long p99Micros,
        long p999Micros,
        long maxMicros,
        Optional<Exact> exact) {

    private static final long NANOS_PER_MICRO = 1000;

    /** Takes what an earlier version stored. */
    public Latency {
        exact = exact == null ? Optional.empty() : exact;
    }

    /** Percentiles and the largest in nanoseconds: one microsecond of 15 is more than changes that are looked for. */
    public record Exact(long p50Nanos, long p90Nanos, long p99Nanos, long p999Nanos, long maxNanos) {

        private static Exact of(Histogram nanos) {
            return new Exact(
                    nanos.getValueAtPercentile(50),
                    nanos.getValueAtPercentile(90),
                    nanos.getValueAtPercentile(99),
                    nanos.getValueAtPercentile(99.9),
                    nanos.getMaxValue());
        }

        private Latency rounded(long count) {
            return new Latency(
                    count,
                    micros(p50Nanos),
                    micros(p90Nanos),
                    micros(p99Nanos),
                    micros(p999Nanos),
                    micros(maxNanos),
                    Optional.of(this));
        }
    }

    /** Reads percentiles from the histogram, in nanoseconds; empty if it holds nothing. */
    public static Optional<Latency> of(Histogram nanos) {
        return nanos.getTotalCount() == 0
                ? Optional.empty()
                : Optional.of(Exact.of(nanos).rounded(nanos.getTotalCount()));
    }

    /**
     * The figures in microseconds as they were before they were rounded; none where that is not known.
     *
     * @param what of which time they are, the beginning of their names: {@code read} for {@code readP50Micros}
     */
    public Map<String, Double> exactMicros(String what) {
        return exact.map(known -> Map.of(
                        what + "P50Micros", known.p50Nanos() / 1000.0,
                        what + "P90Micros", known.p90Nanos() / 1000.0,
                        what + "P99Micros", known.p99Nanos() / 1000.0,
                        what + "P999Micros", known.p999Nanos() / 1000.0,
                        what + "MaxMicros", known.maxNanos() / 1000.0))
                .orElse(Map.of());
    }

    /** In nanoseconds. A result of an earlier version has them in whole microseconds. */
    public Exact nanos() {
        return exact.orElseGet(() -> new Exact(
                p50Micros * NANOS_PER_MICRO,
                p90Micros * NANOS_PER_MICRO,
                p99Micros * NANOS_PER_MICRO,
                p999Micros * NANOS_PER_MICRO,
                maxMicros * NANOS_PER_MICRO));
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
        return Math.ceilDiv(nanos, NANOS_PER_MICRO);
    }
}
