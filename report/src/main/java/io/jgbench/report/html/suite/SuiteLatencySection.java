package io.jgbench.report.html.suite;

import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.coordination.suite.result.LatencySummary;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.report.chart.Drawing;
import io.jgbench.report.chart.LineChart;
import io.jgbench.report.chart.LineChart.Line;
import io.jgbench.report.chart.LogScale;
import io.jgbench.report.chart.Magnitude;
import io.jgbench.report.chart.PercentileScale;
import io.jgbench.report.html.ChartFigure;
import io.jgbench.report.html.DataTable;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.html.Delivery;
import io.jgbench.report.html.Loopback;
import io.jgbench.report.html.PageSection;
import io.jgbench.report.html.run.LatencySection;
import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** The percentiles of what was timed in all valid rounds of each cell together. */
record SuiteLatencySection(SuiteResult suite) {
    private static final String MEASURED =
            " The clocks were measured before each run and, where that was possible, after it.";
    private static final String ONE_CLOCK = " All members follow one clock.";
    private static final String TWO_CLOCKS =
            " It is taken on the clocks of both members, and each sample is right within the error behind ±."
                    + MEASURED;
    private static final String JUDGED_BY = " Thresholds and comparisons go by the figures latencyP50Micros to"
            + " latencyMaxMicros, which are percentiles of the same times in each round.";
    private static final String ALONE = " A cell has delivery beside it where the clocks allow to know the times to"
            + " other members in all valid rounds, and the version that measured them stored these times. The figures"
            + " latencyP50Micros to latencyMaxMicros, by which thresholds and comparisons go, are those to other"
            + " members, never the loopback.";
    private static final int MOST_CHARTS = 8;
    private static final double SMALL = 100;

    /**
     * What was timed in a cell.
     *
     * @param what such as "read"
     * @param cell the cell's key
     * @param name the same without the names of the axes
     * @param summary what it came to
     * @param errorMicros each sample is right within this, where it was taken on two clocks
     */
    private record Timed(String what, String cell, String name, LatencySummary summary, Optional<Long> errorMicros) {

        private String label() {
            return errorMicros.map(micros -> Delivery.label(what, micros)).orElse(what);
        }
    }

    /**
     * The same in one drawing with others.
     *
     * @param timed what was timed
     * @param histogram of all rounds, in nanoseconds
     */
    private record Curve(Timed timed, Histogram histogram) {}

    Optional<PageSection> section() {
        List<Timed> all =
                suite.cells().stream().flatMap(cell -> timed(cell).stream()).toList();
        if (all.isEmpty()) {
            return Optional.empty();
        }
        List<Node> parts = new ArrayList<>();
        // by name, so that delivery comes before loopback, also where the first cell has none
        Map<String, List<Timed>> byWhat =
                all.stream().collect(Collectors.groupingBy(Timed::what, TreeMap::new, Collectors.toList()));
        Map<String, Integer> shares = shares(byWhat);
        byWhat.forEach((what, ofOne) -> {
            int most = Math.min(ofOne.size(), shares.get(what) * LineChart.MOST_LINES);
            for (int from = 0; from < most; from += LineChart.MOST_LINES) {
                List<Curve> shown = ofOne.subList(from, Math.min(most, from + LineChart.MOST_LINES)).stream()
                        .map(timed -> new Curve(
                                timed, HistogramText.decode(timed.summary().histogram())))
                        .filter(curve -> curve.histogram().getTotalCount() > 0)
                        .toList();
                if (!shown.isEmpty()) {
                    parts.add(figure(what, shown, parts.size()).element());
                }
            }
        });
        List<String> drawn = byWhat.entrySet().stream()
                .map(each -> drawn(each.getKey(), each.getValue().size(), shares.get(each.getKey())))
                .toList();
        if (byWhat.entrySet().stream()
                .anyMatch(each -> each.getValue().size() > shares.get(each.getKey()) * LineChart.MOST_LINES)) {
            parts.add(Element.of("p", "Drawn: " + String.join(", ", drawn) + ". The table has all."));
        }
        parts.addAll(meanings(all));
        parts.add(table(all).element());
        return Optional.of(new PageSection("latency", "Latency", parts));
    }

    private static List<Node> meanings(List<Timed> all) {
        List<Node> meanings = new ArrayList<>();
        if (all.stream().map(Timed::what).anyMatch(Delivery::isIt)) {
            String clocks = isOfOneClock(all) ? ONE_CLOCK : TWO_CLOCKS;
            meanings.add(Element.of("p", Delivery.meaning() + clocks + JUDGED_BY));
        }
        if (all.stream().map(Timed::what).anyMatch(Loopback::isIt)) {
            meanings.add(Element.of("p", Loopback.meaning() + (isAlone(all) ? ALONE : "")));
        }
        return meanings;
    }

    /** As where all members run on one machine: no time to another member has an error then. */
    private static boolean isOfOneClock(List<Timed> all) {
        return all.stream()
                .filter(timed -> Delivery.isIt(timed.what()))
                .allMatch(timed ->
                        timed.errorMicros().filter(micros -> micros == 0).isPresent());
    }

    /** Whether a cell has the loopback and not the times to other members. */
    private static boolean isAlone(List<Timed> all) {
        Set<String> delivered = all.stream()
                .filter(timed -> Delivery.isIt(timed.what()))
                .map(Timed::cell)
                .collect(Collectors.toSet());
        return all.stream().anyMatch(timed -> Loopback.isIt(timed.what()) && !delivered.contains(timed.cell()));
    }

    private static String drawn(String what, int cells, int charts) {
        int most = charts * LineChart.MOST_LINES;
        return what + " of " + (most < cells ? "the first " + most + " of " : "all ") + Numbers.counted(cells, "cell");
    }

    /** How many charts each thing that was timed has, so that what comes first does not take all of them. */
    private static Map<String, Integer> shares(Map<String, List<Timed>> byWhat) {
        Map<String, Integer> shares = new HashMap<>();
        int left = MOST_CHARTS;
        int asking = byWhat.size();
        List<String> fewestFirst = byWhat.keySet().stream()
                .sorted(Comparator.comparingInt(what -> byWhat.get(what).size()))
                .toList();
        for (String what : fewestFirst) {
            int needed = Math.ceilDiv(byWhat.get(what).size(), LineChart.MOST_LINES);
            int share = Math.min(needed, left / asking--);
            shares.put(what, share);
            left -= share;
        }
        return shares;
    }

    private static List<Timed> timed(CellResult cell) {
        return cell.latencies().entrySet().stream()
                .map(entry -> new Timed(
                        entry.getKey(),
                        cell.cell(),
                        String.join(", ", cell.coordinates().values()),
                        entry.getValue(),
                        errorMicros(cell, entry.getKey())))
                .toList();
    }

    /** Of the round whose clocks are known worst. */
    private static Optional<Long> errorMicros(CellResult cell, String timed) {
        return Delivery.isIt(timed)
                ? Optional.ofNullable(cell.figures().get(VisitDigest.LATENCY_ERROR_MICROS))
                        .map(error -> Math.round(error.spread().max()))
                : Optional.empty();
    }

    private static ChartFigure figure(String what, List<Curve> curves, int number) {
        long largest = curves.stream()
                .mapToLong(curve -> Math.max(1, curve.histogram().getMaxValue()))
                .max()
                .orElse(1);
        long smallest = curves.stream()
                .mapToLong(curve -> Math.max(1, curve.histogram().getMinNonZeroValue()))
                .min()
                .orElse(1);
        long samples = curves.stream()
                .mapToLong(curve -> curve.histogram().getTotalCount())
                .max()
                .orElse(1);
        var magnitude = Magnitude.ofNanos((double) largest);
        List<Line> lines = curves.stream().map(SuiteLatencySection::line).toList();
        var chart = new LineChart(
                PercentileScale.ofSamples(samples),
                LogScale.of((double) Math.min(smallest, largest), (double) largest, magnitude),
                lines,
                List.of(),
                List.of());
        String title = title(what) + " by percentile";
        String error = curves.stream()
                .flatMap(curve -> curve.timed().errorMicros().stream())
                .max(Comparator.naturalOrder())
                .filter(micros -> micros > 0)
                .map(micros -> " By the members' clocks each sample is right within " + Delivery.error(micros) + "."
                        + MEASURED)
                .orElse("");
        return new ChartFigure(
                title + (number == 0 ? "" : " (" + (number + 1) + ")"),
                title + ": how many of the samples took at most how long, all members and valid rounds of a cell in one"
                        + " histogram. The axis is stretched towards the slowest, as HdrHistogram's plots have it. A"
                        + " curve ends at its slowest sample."
                        + (Loopback.isIt(what) ? " Loopback crosses no wire." : error),
                IntStream.range(0, curves.size())
                        .mapToObj(i -> ChartFigure.key(
                                LineChart.sample(i, lines.get(i)),
                                curves.get(i).timed().cell()))
                        .toList(),
                chart.svg(new Drawing(
                        "latency-chart-" + number,
                        title,
                        curves.size() + " cells; the slowest sample took " + magnitude.text((double) largest) + " "
                                + magnitude.unit() + ".")),
                table(curves.stream().map(Curve::timed).toList()));
    }

    private static String title(String what) {
        return what.isEmpty() ? what : what.substring(0, 1).toUpperCase(Locale.ROOT) + what.substring(1);
    }

    private static Line line(Curve curve) {
        return LatencySection.line(curve.timed().name(), curve.histogram());
    }

    private static DataTable table(List<Timed> all) {
        List<String> columns = new ArrayList<>(List.of("TIMED", "SAMPLES"));
        all.getFirst()
                .summary()
                .percentiles()
                .forEach(percentile -> columns.add("P" + LatencySection.trimmed(percentile.percentile())));
        List<List<String>> rows = new ArrayList<>();
        for (Timed timed : all) {
            List<String> row = new ArrayList<>(List.of(
                    timed.cell() + ", " + timed.label(),
                    Numbers.grouped(timed.summary().count())));
            timed.summary().percentiles().forEach(percentile -> row.add(text(percentile)));
            rows.add(row);
        }
        return new DataTable(
                "Percentiles in microseconds, with their intervals of 95 % where there are at least 6 rounds",
                columns, rows, Kind.NUMBERS);
    }

    private static String text(LatencySummary.Percentile percentile) {
        return number(percentile.micros())
                + percentile
                        .interval()
                        .map(interval -> " (" + number(interval.low()) + " to " + number(interval.high()) + ")")
                        .orElse("");
    }

    private static String number(double micros) {
        return micros < SMALL ? Numbers.tenths(micros) : Numbers.rounded(micros);
    }
}
