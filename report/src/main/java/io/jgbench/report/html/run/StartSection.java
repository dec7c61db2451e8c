package io.jgbench.report.html.run;

import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.result.StartSkew;
import io.jgbench.coordination.result.StartSkew.Offset;
import io.jgbench.report.chart.DotPlot;
import io.jgbench.report.chart.DotPlot.Row;
import io.jgbench.report.chart.Drawing;
import io.jgbench.report.chart.LinearScale;
import io.jgbench.report.chart.Magnitude;
import io.jgbench.report.html.ChartFigure;
import io.jgbench.report.html.DataTable;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.html.PageSection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * When each member began.
 *
 * @param run the run
 * @param id the name of its chart in the page
 */
public record StartSection(RunResult run, String id) {
    private static final int MOST_ROWS = 48;

    /** The section; empty where no member began. */
    public Optional<PageSection> section() {
        return run.startSkew()
                .filter(skew -> !skew.offsets().isEmpty())
                .map(skew ->
                        new PageSection("start", "Start", List.of(figure(skew).element())));
    }

    private ChartFigure figure(StartSkew skew) {
        List<Offset> offsets = skew.offsets();
        double largest = offsets.stream()
                .mapToDouble(offset -> offset.afterFirstNanos() + offset.errorNanos())
                .max()
                .orElse(0);
        var magnitude = Magnitude.ofNanos(largest);
        var named = new Magnitude(magnitude.factor(), magnitude.unit() + " after the first member");
        var plot = new DotPlot(
                LinearScale.upTo(largest, named),
                last(offsets).stream().map(StartSection::row).toList(),
                List.of());
        String skewText = magnitude.text((double) skew.skewNanos()) + " ± " + magnitude.text((double) skew.errorNanos())
                + " " + magnitude.unit();
        return new ChartFigure(
                "start of each member",
                "When each member really began, on the controller's clock. The last began " + skewText
                        + " after the first. A bar is the error of that member's clock."
                        + (offsets.size() > MOST_ROWS
                                ? " The " + MOST_ROWS + " of " + offsets.size() + " members that began last."
                                : ""),
                List.of(),
                plot.svg(new Drawing(id, "Start of each member", "Start skew: " + skewText + ".")),
                new DataTable(
                        "Start of each member, " + named.unit(),
                        List.of("MEMBER", "AFTER THE FIRST", "ERROR ±"),
                        offsets.stream().map(offset -> cells(offset, magnitude)).toList(),
                        Kind.NUMBERS));
    }

    /** Those that are drawn, in the order of the members. */
    private static List<Offset> last(List<Offset> offsets) {
        Set<Offset> kept = offsets.stream()
                .sorted(Comparator.comparingLong(Offset::afterFirstNanos).reversed())
                .limit(MOST_ROWS)
                .collect(Collectors.toSet());
        return offsets.stream().filter(kept::contains).toList();
    }

    private static Row row(Offset offset) {
        double after = offset.afterFirstNanos();
        return new Row(offset.member(), after, after - offset.errorNanos(), after + offset.errorNanos(), 0);
    }

    private static List<String> cells(Offset offset, Magnitude magnitude) {
        return List.of(offset.member(), magnitude.text((double) offset.afterFirstNanos()), magnitude.text((double)
                offset.errorNanos()));
    }
}
