package io.jgbench.report.html.suite;

import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.report.chart.LineChart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How the cells of a suite are laid out in charts: one axis of numbers from left to right, a line for each combination
 * of the others, and as many charts as it takes so that the lines of each can be told apart.
 *
 * @param across the axis from left to right; empty where no axis has several numbers
 * @param values its values, the smallest first
 * @param others the other axes
 * @param charts the lines of each chart
 */
record SuiteAxes(Optional<String> across, List<Value> values, List<String> others, List<Chart> charts) {
    private static final Pattern NUMBER = Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,3})?)(k|M|G|Ki|Mi|Gi)?");
    private static final Map<String, Double> FACTORS =
            Map.of("k", 1e3, "M", 1e6, "G", 1e9, "Ki", 0x1p10, "Mi", 0x1p20, "Gi", 0x1p30);

    /** What papers draw their figures over, the first one first. */
    private static final List<Pattern> FIRST_CHOICES =
            List.of(Pattern.compile("member|node|cluster"), Pattern.compile("size|bytes"));

    /** Two values make a step, no curve. */
    private static final int LEAST_OF_A_CURVE = 3;

    /**
     * A value of the axis from left to right.
     *
     * @param text as the suite has it
     * @param number the number that it stands for
     */
    record Value(String text, double number) {}

    /**
     * The lines of one chart.
     *
     * @param name what its lines have in common; empty where there is one chart
     * @param lines at most {@link LineChart#MOST_LINES}
     */
    record Chart(String name, List<Line> lines) {}

    /**
     * A line.
     *
     * @param name its values on the other axes
     * @param meaning the same with the names of the axes
     * @param cells its cells by their values on the axis from left to right
     */
    record Line(String name, String meaning, Map<String, CellResult> cells) {}

    static SuiteAxes of(SuiteResult suite) {
        Map<String, List<Value>> numeric = new LinkedHashMap<>();
        suite.axes().forEach(axis -> values(suite, axis).ifPresent(values -> numeric.put(axis, values)));
        Optional<String> across = FIRST_CHOICES.stream()
                .flatMap(choice -> numeric.keySet().stream()
                        .filter(axis ->
                                choice.matcher(axis.toLowerCase(Locale.ROOT)).find()))
                .filter(axis -> numeric.get(axis).size() >= LEAST_OF_A_CURVE)
                .findFirst()
                .or(() -> numeric.keySet().stream()
                        .max(Comparator.comparingInt(axis -> numeric.get(axis).size())));
        List<String> others = suite.axes().stream()
                .filter(axis -> !axis.equals(across.orElse(null)))
                .toList();
        return new SuiteAxes(
                across,
                across.map(numeric::get).orElse(List.of()),
                others,
                across.map(axis -> charts(suite, axis, others)).orElse(List.of()));
    }

    /** Of an axis with several values that are all numbers. */
    private static Optional<List<Value>> values(SuiteResult suite, String axis) {
        Set<String> texts = new LinkedHashSet<>();
        suite.cells().forEach(cell -> texts.add(value(cell, axis)));
        List<Value> values = new ArrayList<>();
        for (String text : texts) {
            number(text).ifPresent(number -> values.add(new Value(text, number)));
        }
        values.sort(Comparator.comparingDouble(Value::number));
        return texts.size() > 1 && values.size() == texts.size() ? Optional.of(values) : Optional.empty();
    }

    private static String value(CellResult cell, String axis) {
        return String.valueOf(cell.coordinates().get(axis));
    }

    private static OptionalDouble number(String text) {
        Matcher matcher = NUMBER.matcher(text);
        return matcher.matches()
                ? OptionalDouble.of(Double.parseDouble(matcher.group(1))
                        * (matcher.group(2) == null ? 1 : FACTORS.get(matcher.group(2))))
                : OptionalDouble.empty();
    }

    private static List<Chart> charts(SuiteResult suite, String across, List<String> others) {
        List<Line> all = lines(suite.cells(), across, others);
        if (all.size() <= LineChart.MOST_LINES) {
            return List.of(new Chart("", all));
        }
        return others.stream()
                .filter(_ -> others.size() > 1)
                .map(split -> splitBy(split, suite, across, others))
                .filter(charts ->
                        charts.stream().allMatch(chart -> chart.lines().size() <= LineChart.MOST_LINES))
                .min(Comparator.comparingInt(List::size))
                .orElseGet(() -> inParts(all));
    }

    private static List<Chart> splitBy(String split, SuiteResult suite, String across, List<String> others) {
        List<String> rest = others.stream().filter(axis -> !axis.equals(split)).toList();
        return grouped(suite.cells(), List.of(split)).values().stream()
                .map(cells -> new Chart(split + " " + value(cells.getFirst(), split), lines(cells, across, rest)))
                .toList();
    }

    private static List<Chart> inParts(List<Line> lines) {
        List<Chart> charts = new ArrayList<>();
        for (int from = 0; from < lines.size(); from += LineChart.MOST_LINES) {
            List<Line> part = lines.subList(from, Math.min(lines.size(), from + LineChart.MOST_LINES));
            String name = part.getFirst().meaning()
                    + (part.size() > 1 ? " to " + part.getLast().meaning() : "");
            charts.add(new Chart(name, List.copyOf(part)));
        }
        return charts;
    }

    private static List<Line> lines(List<CellResult> cells, String across, List<String> others) {
        return grouped(cells, others).values().stream()
                .map(line -> new Line(
                        named(line.getFirst(), others, false),
                        named(line.getFirst(), others, true),
                        line.stream()
                                .collect(Collectors.toMap(
                                        cell -> value(cell, across),
                                        cell -> cell,
                                        (first, _) -> first,
                                        LinkedHashMap::new))))
                .toList();
    }

    private static String named(CellResult cell, List<String> axes, boolean withAxes) {
        String name = axes.stream()
                .map(axis -> (withAxes ? axis + " " : "") + value(cell, axis))
                .collect(Collectors.joining(", "));
        return name.isEmpty() ? "all cells" : name;
    }

    private static Map<List<String>, List<CellResult>> grouped(List<CellResult> cells, List<String> axes) {
        return cells.stream()
                .collect(Collectors.groupingBy(
                        cell -> axes.stream().map(axis -> value(cell, axis)).toList(),
                        LinkedHashMap::new,
                        Collectors.toList()));
    }
}
