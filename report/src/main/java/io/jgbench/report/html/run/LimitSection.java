package io.jgbench.report.html.run;

import io.jgbench.coordination.result.HostLinks;
import io.jgbench.coordination.result.Link;
import io.jgbench.coordination.result.RunFigures;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.coordination.workload.registry.Workloads;
import io.jgbench.report.chart.DotPlot;
import io.jgbench.report.chart.DotPlot.Level;
import io.jgbench.report.chart.DotPlot.Row;
import io.jgbench.report.chart.Drawing;
import io.jgbench.report.chart.LinearScale;
import io.jgbench.report.chart.Magnitude;
import io.jgbench.report.html.ChartFigure;
import io.jgbench.report.html.DataTable;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.html.FarLimit;
import io.jgbench.report.html.PageSection;
import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import io.jgbench.report.papers.PublishedFigures;
import io.jgbench.report.papers.PublishedPoint;
import io.jgbench.report.papers.PublishedPoint.Range;
import io.jgbench.report.papers.PublishedShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;

/**
 * How near a run came to what its network allows, and what was published of the same work on other hardware.
 *
 * @param run the run
 * @param published what was published
 */
record LimitSection(RunResult run, PublishedFigures published) {
    private static final String NONE = "–";

    Optional<PageSection> section() {
        return run.figures().flatMap(this::section);
    }

    private Optional<PageSection> section(RunFigures figures) {
        var limit = new NetworkLimit(run);
        Optional<PublishedShape> shape = PublishedShape.of(run);
        List<PublishedPoint> points = shape.map(published::beside).orElse(List.of());
        if (limit.bytesPerSecond().isEmpty() && points.isEmpty()) {
            return Optional.empty();
        }
        List<Node> parts = new ArrayList<>();
        parts.add(Element.of("p", sentence(figures, limit)));
        parts.add(figure(figures, limit, shape, points).element());
        return Optional.of(new PageSection("limit", points.isEmpty() ? "Wire limit" : "Wire limit and papers", parts));
    }

    private String sentence(RunFigures figures, NetworkLimit limit) {
        String reached = Numbers.megabytes((double) figures.bytesPerSecond());
        return limit.bytesPerSecond()
                .map(most -> "A member got " + reached + " MB/s of the " + Numbers.megabytes((double) most)
                        + " MB/s that the network allows it"
                        + limit.efficiencyPermille()
                                .map(permille -> ", " + Numbers.percent(permille))
                                .orElse("")
                        + ".")
                .orElse("A member got " + reached
                        + " MB/s. The network's limit is not known here, as the line rate of the members' interfaces"
                        + " is not, or they share a host.");
    }

    private ChartFigure figure(
            RunFigures figures, NetworkLimit limit, Optional<PublishedShape> shape, List<PublishedPoint> points) {
        List<Shown> shown =
                shown(figures, shape.map(PublishedShape::messageBytes).orElse(1), points);
        DotPlot plot = plot(figures, limit, shown, points.isEmpty());
        String unit = run.spec().workload().unitOfWork();
        String title = points.isEmpty() ? "This run and the limit of its network" : "This run beside published ones";
        return new ChartFigure(
                title.substring(0, 1).toLowerCase(Locale.ROOT) + title.substring(1),
                points.isEmpty()
                        ? "What a member got, and the most that the links let through."
                        : "This run (round) beside published ones (square) of the same workload, number of members and"
                                + " senders, message size and kind of stack. Those were measured on other hardware:"
                                + " what can be compared is the share of the line rate, in the table."
                                + PublishedFigures.differences(List.of(run.spec())),
                List.of(),
                plot.svg(new Drawing("limit-chart", title, sentence(figures, limit))),
                new DataTable(
                        title,
                        List.of("MEASURED", unit.toUpperCase(Locale.ROOT) + "/S", "MB/S", "OF THE LINE RATE", "ON"),
                        shown.stream().map(Shown::cells).toList(),
                        Kind.TEXTS));
    }

    /** This run first. */
    private List<Shown> shown(RunFigures figures, int size, List<PublishedPoint> points) {
        List<Shown> shown = new ArrayList<>();
        shown.add(new Shown(
                "This run",
                Range.of((double) figures.bytesPerSecond()),
                Range.of(figures.unitsPerSecond()),
                HostLinks.ofAll(run).map(Link::bytesPerSecond),
                run.spec()
                        .transport()
                        .stack()
                        .map(stack -> stack.name())
                        .orElse(run.spec().transport().name()),
                0));
        points.stream()
                .map(point -> new Shown(
                        point.label(),
                        point.bytesPerSecond(size),
                        point.unitsPerSecond(),
                        Optional.of(point.lineBytesPerSecond()),
                        "other hardware: " + point.hardware(),
                        1))
                .sorted(Comparator.comparing(Shown::name))
                .forEach(shown::add);
        return shown;
    }

    /**
     * The plot of an Rpc run is in requests per second. The byte limit is converted by the run's own ratio of requests
     * to bytes.
     */
    private DotPlot plot(RunFigures figures, NetworkLimit limit, List<Shown> shown, boolean isAlone) {
        boolean isInRequests =
                Workloads.of(run.spec().workload().workloadType()).countsRequests();
        double largest = shown.stream()
                .mapToDouble(each -> each.charted(isInRequests).high())
                .max()
                .orElse(1);
        double perByte = isInRequests ? figures.unitsPerSecond() / Math.max(1, figures.bytesPerSecond()) : 1;
        List<Level> levels = limit
                .bytesPerSecond()
                .map(most -> most * perByte)
                .filter(most -> most > 0 && (!FarLimit.isFar(most, largest) || isAlone))
                .map(most -> new Level("limit of this network", most))
                .stream()
                .toList();
        double end = levels.stream().mapToDouble(Level::value).reduce(largest, Math::max);
        Magnitude magnitude = isInRequests
                ? Magnitude.ofCounts(end, "requests/s of a member")
                : new Magnitude(Numbers.MEGABYTE, "MB/s of a member");
        return new DotPlot(
                LinearScale.upTo(end, magnitude),
                shown.stream().map(each -> each.row(isInRequests)).toList(),
                levels);
    }

    /**
     * One of those that are shown.
     *
     * @param name what it is called
     * @param bytes payload that a member got, bytes a second
     * @param units its rate
     * @param lineBytesPerSecond the line rate of its network, where it is known
     * @param on what it was measured on
     * @param style how it is marked
     */
    private record Shown(
            String name, Range bytes, Range units, Optional<Long> lineBytesPerSecond, String on, int style) {

        Range charted(boolean isInRequests) {
            return isInRequests ? units : bytes;
        }

        Row row(boolean isInRequests) {
            Range range = charted(isInRequests);
            return new Row(name, range.middle(), range.low(), range.high(), style);
        }

        List<String> cells() {
            return List.of(
                    name,
                    text(units, Numbers::rounded),
                    text(bytes, Numbers::megabytes),
                    lineBytesPerSecond
                            .map(line -> text(bytes.times(100.0 / line), Numbers::share) + " %")
                            .orElse(NONE),
                    on);
        }

        private static String text(Range range, DoubleFunction<String> number) {
            String first = number.apply(range.low());
            return range.high() > range.low() ? first + " to " + number.apply(range.high()) : first;
        }
    }
}
