package io.jgbench.report.html.run;

import io.jgbench.coordination.result.OneWayLatency;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.report.chart.Drawing;
import io.jgbench.report.chart.LineChart;
import io.jgbench.report.chart.LineChart.Line;
import io.jgbench.report.chart.LineChart.Point;
import io.jgbench.report.chart.LogScale;
import io.jgbench.report.chart.Magnitude;
import io.jgbench.report.chart.PercentileScale;
import io.jgbench.report.html.ChartFigure;
import io.jgbench.report.html.DataTable;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.html.Delivery;
import io.jgbench.report.html.Loopback;
import io.jgbench.report.html.PageSection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** The percentiles of what was timed. */
public record LatencySection(RunResult run) {
    private static final String ID = "latency";
    private static final String ELSEWHERE =
            " The times to other members, where they are known, stand below Figures as Delivery.";
    private static final double MEDIAN = 50;
    private static final int POINTS_PER_HALVING = 5;
    private static final List<Double> SHOWN = List.of(50.0, 75.0, 90.0, 95.0, 99.0, 99.9, 99.99, 100.0);

    /** The section; empty where nothing was timed. */
    public Optional<PageSection> section() {
        var latencies = new MergedLatencies(run);
        SequencedMap<String, Histogram> histograms = latencies.byName();
        if (histograms.isEmpty()) {
            return Optional.empty();
        }
        ChartFigure figure = figure(histograms, notes(histograms, latencies.oneWay()));
        return Optional.of(new PageSection(ID, "Latency", List.of(figure.element())));
    }

    private static String notes(SequencedMap<String, Histogram> histograms, Map<String, OneWayLatency> oneWay) {
        var sentences = new StringBuilder();
        OneWayLatency delivery = oneWay.get(OneWayLatency.DELIVERY);
        if (delivery != null) {
            sentences.append(' ').append(Delivery.meaning()).append(clocks(delivery));
        }
        if (histograms.keySet().stream().anyMatch(Loopback::isIt)) {
            sentences.append(' ').append(Loopback.meaning()).append(delivery == null ? ELSEWHERE : "");
        }
        return sentences.toString();
    }

    private static String clocks(OneWayLatency latency) {
        if (latency.errorMicros() == 0) {
            return " All members follow one clock.";
        }
        return " It is taken on the clocks of both: each sample is right within %s%s."
                .formatted(
                        Delivery.error(latency.errorMicros()),
                        latency.driftKnown() ? "" : ", or worse: the clocks were not measured after the run");
    }

    private ChartFigure figure(SequencedMap<String, Histogram> histograms, String notes) {
        long largest = histograms.values().stream()
                .mapToLong(Histogram::getMaxValue)
                .max()
                .orElse(1);
        long smallest = histograms.values().stream()
                .mapToLong(histogram -> Math.max(1, histogram.getMinNonZeroValue()))
                .min()
                .orElse(1);
        long samples = histograms.values().stream()
                .mapToLong(Histogram::getTotalCount)
                .max()
                .orElse(1);
        var magnitude = Magnitude.ofNanos((double) largest);
        var chart = new LineChart(
                PercentileScale.ofSamples(samples),
                LogScale.of((double) smallest, (double) Math.max(largest, smallest), magnitude),
                histograms.entrySet().stream()
                        .map(entry -> line(entry.getKey(), entry.getValue()))
                        .toList(),
                List.of(),
                List.of());
        // one stall must not make zeros of all else
        var told = Magnitude.ofTime(histograms.values().stream()
                .mapToDouble(histogram -> histogram.getValueAtPercentile(MEDIAN))
                .min()
                .orElse(1));
        var drawing = new Drawing("latency-chart", "Latency by percentile", description(histograms, told));
        return new ChartFigure(
                "latency by percentile",
                "How many of the samples took at most how long, all members' samples in one histogram. The axis is"
                        + " stretched towards the slowest, as HdrHistogram's plots have it: one sample in ten is right"
                        + " of 90 %, one in a thousand right of 99.9 %. A curve"
                        + " ends at its slowest sample."
                        + notes,
                List.of(),
                chart.svg(drawing),
                table(histograms, told));
    }

    /** A curve of what was timed over a {@link PercentileScale}. */
    public static Line line(String name, Histogram histogram) {
        // HdrHistogram's last step is 100 %, the end of the axis, which is that of the curve with the most samples
        double end = PercentileScale.ofSlowest(histogram.getTotalCount());
        // by clocks that are not known better some samples took no time, which has no place on a logarithmic axis
        long least = Math.min(histogram.getMinNonZeroValue(), Math.max(1, histogram.getMaxValue()));
        List<Point> points = new ArrayList<>();
        for (var step : histogram.percentiles(POINTS_PER_HALVING)) {
            double percentile = Math.min(end, step.getPercentileLevelIteratedTo());
            points.add(new Point(percentile, (double) Math.max(least, step.getValueIteratedTo())));
        }
        return new Line(name, points);
    }

    private static String description(SequencedMap<String, Histogram> histograms, Magnitude magnitude) {
        return histograms.entrySet().stream()
                .map(entry -> "%s: half within %s, 99 %% within %s, all within %s %s."
                        .formatted(
                                entry.getKey(),
                                at(MEDIAN, entry.getValue(), magnitude),
                                at(99, entry.getValue(), magnitude),
                                at(100, entry.getValue(), magnitude),
                                magnitude.unit()))
                .collect(Collectors.joining(" "));
    }

    private static DataTable table(SequencedMap<String, Histogram> histograms, Magnitude magnitude) {
        List<String> columns = new ArrayList<>(List.of("TIMED", "SAMPLES"));
        SHOWN.forEach(percentile -> columns.add(percentile == 100 ? "MAX" : "P" + trimmed(percentile)));
        var rows = histograms.entrySet().stream()
                .map(entry -> row(entry.getKey(), entry.getValue(), magnitude))
                .toList();
        return new DataTable("Percentiles, " + magnitude.unit(), columns, rows, Kind.NUMBERS);
    }

    private static List<String> row(String name, Histogram histogram, Magnitude magnitude) {
        List<String> row = new ArrayList<>(List.of(name, Numbers.grouped(histogram.getTotalCount())));
        IntStream.range(0, SHOWN.size())
                .mapToObj(i -> at(SHOWN.get(i), histogram, magnitude))
                .forEach(row::add);
        return row;
    }

    private static String at(double percentile, Histogram histogram, Magnitude magnitude) {
        return magnitude.text((double) histogram.getValueAtPercentile(percentile));
    }

    /** A percentile without the digit that says nothing: {@code 99}, {@code 99.9}. */
    public static String trimmed(double percentile) {
        return percentile == Math.rint(percentile)
                ? String.valueOf(Math.round(percentile))
                : String.valueOf(percentile);
    }
}
