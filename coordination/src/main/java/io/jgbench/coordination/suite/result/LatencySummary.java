package io.jgbench.coordination.suite.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.statistics.Interval;
import io.jgbench.coordination.statistics.PercentileIntervals;
import io.jgbench.coordination.suite.VisitDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.HdrHistogram.Histogram;

/**
 * What was timed in all valid visits of a cell together.
 *
 * @param count how many samples
 * @param percentiles read from the merged histograms, never averaged
 * @param histogram the merged histogram in nanoseconds, see {@link HistogramText}
 */
public record LatencySummary(long count, List<Percentile> percentiles, String histogram) {
    private static final double[] PERCENTILES = {50, 90, 99, 99.9};
    private static final double NANOS_PER_MICRO = 1000;

    /** The draws of a bootstrap; any number will do, and the same one gives the same interval each time. */
    private static final long SEED = 17;

    /** Refuses nulls and copies the list. */
    public LatencySummary {
        Objects.requireNonNull(histogram, "histogram");
        percentiles = List.copyOf(percentiles);
    }

    /**
     * A percentile with its interval.
     *
     * @param percentile such as 99.9
     * @param micros its value in microseconds, to one in a hundred
     * @param interval its interval of 95 %, a bootstrap over rounds; empty with fewer than 6 rounds
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Percentile(double percentile, double micros, Optional<Interval> interval) {

        /** What is absent in JSON is empty. */
        public Percentile {
            interval = interval == null ? Optional.empty() : interval;
        }
    }

    /** Of the digests of a cell's valid visits; empty where nothing was timed. */
    static Optional<LatencySummary> of(List<VisitDigest> digests, String timed) {
        List<Histogram> rounds = digests.stream()
                .map(digest -> digest.histograms().getOrDefault(timed, ""))
                .filter(text -> !text.isEmpty())
                .map(HistogramText::decode)
                .toList();
        if (rounds.isEmpty()) {
            return Optional.empty();
        }
        var intervals = PercentileIntervals.of(rounds, PERCENTILES, new Random(SEED));
        List<Percentile> percentiles = new ArrayList<>();
        for (int i = 0; i < PERCENTILES.length; i++) {
            percentiles.add(new Percentile(
                    PERCENTILES[i],
                    intervals.value(i) / NANOS_PER_MICRO,
                    intervals
                            .interval(i, FigureSummary.CONFIDENCE)
                            .map(interval -> interval.map(nanos -> nanos / NANOS_PER_MICRO))));
        }
        Histogram all = intervals.merged();
        return Optional.of(new LatencySummary(all.getTotalCount(), percentiles, HistogramText.encode(all)));
    }
}
