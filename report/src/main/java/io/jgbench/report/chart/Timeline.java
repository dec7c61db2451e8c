package io.jgbench.report.chart;

import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import io.jgbench.report.markup.SvgPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Rates over time, a row for each of several, all on the same axes, with what happened to each: spans in which it stood
 * still, and below it a strip for each kind of event.
 *
 * @param unit of the rates
 * @param strips the names of the strips
 * @param rows from top to bottom, with steps of the same length
 */
public record Timeline(String unit, List<String> strips, List<Row> rows) {
    private static final double WIDTH = 760;
    private static final double LEFT = 150;
    private static final double RIGHT = 44;
    private static final double TOP = 30;
    private static final double RATE = 44;
    private static final double STRIP = 7;
    private static final double GAP = 14;
    private static final double BELOW_STRIPS = 4;
    private static final double BELOW = 46;
    private static final int LONGEST_NAME = 20;
    private static final int MOST_SECONDS = 10;

    /** Copies the lists. */
    public Timeline {
        strips = List.copyOf(strips);
        rows = List.copyOf(rows);
    }

    /**
     * One of those whose rates are shown.
     *
     * @param name what it is called
     * @param rates its rate
     * @param spans in which it stood still, in seconds
     * @param events for each strip how much happened in each step, from 0 for nothing to 1 for the most
     */
    public record Row(String name, RateSteps rates, List<Span> spans, List<List<Double>> events) {

        /** Copies the lists. */
        public Row {
            spans = List.copyOf(spans);
            events = events.stream().map(List::copyOf).toList();
        }
    }

    /**
     * A time.
     *
     * @param fromSeconds when it began
     * @param toSeconds when it was over
     * @param text what happened in it
     */
    public record Span(double fromSeconds, double toSeconds, String text) {}

    /** The drawing. */
    public Element svg(Drawing drawing) {
        double largest = rows.stream()
                .flatMap(row -> row.rates().perSecond().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        var y = LinearScale.upTo(largest, Magnitude.ofCounts(largest, unit));
        double seconds =
                rows.stream().mapToDouble(row -> row.rates().endSeconds()).max().orElse(0);
        double step = rows.stream()
                .mapToDouble(row -> row.rates().stepSeconds())
                .max()
                .orElse(0);
        var x = LinearScale.exactly(seconds, new Magnitude(1, "seconds since the member began"), MOST_SECONDS);
        double rowHeight = RATE + STRIP * strips.size() + GAP;
        var whole = new Plot(LEFT, TOP, WIDTH - LEFT - RIGHT, rowHeight * rows.size() - GAP + BELOW_STRIPS);
        List<Node> parts = new ArrayList<>();
        parts.add(hatching(drawing.id()));
        parts.add(Plot.text(
                "title", 4, 14, y.title() + ", counted each " + String.format(Locale.ROOT, "%.1f", step) + " s"));
        for (var tick : x.ticks()) {
            double at = whole.x(tick.position());
            parts.add(
                    new SvgPath().move(at, whole.top()).vertical(whole.bottom()).element("grid"));
        }
        for (int i = 0; i < rows.size(); i++) {
            parts.add(
                    row(rows.get(i), i, x, y, new Plot(LEFT, TOP + i * rowHeight, whole.width(), RATE), drawing.id()));
        }
        parts.addAll(whole.horizontal(x));
        return drawing.svg(WIDTH, whole.bottom() + BELOW, parts);
    }

    /** A pattern, so that a span is seen without its colour. */
    private static Element hatching(String id) {
        return Element.of(
                "defs",
                Element.of("pattern")
                        .attribute("id", id + "-hatch")
                        .attribute("width", 6)
                        .attribute("height", 6)
                        .attribute("patternUnits", "userSpaceOnUse")
                        .with(new SvgPath().move(0, 6).line(6, 0).element("hatch")));
    }

    private Element row(Row row, int index, Scale x, LinearScale y, Plot plot, String id) {
        var group = Element.of("g").classed("row");
        group.with(Plot.text("row-name", 4, plot.y(0.5) + 4, Names.shortened(row.name(), LONGEST_NAME)));
        group.with(new SvgPath()
                .move(plot.left(), plot.top())
                .horizontal(plot.right())
                .element("grid"));
        group.with(area(row.rates(), x, y, plot));
        for (var span : row.spans()) {
            double from = plot.x(Math.clamp(x.position(span.fromSeconds()), 0, 1));
            double to = plot.x(Math.clamp(x.position(span.toSeconds()), 0, 1));
            group.with(rectangle("stall", from, plot.top(), Math.max(2, to - from), plot.height())
                    .attribute("fill", "url(#" + id + "-hatch)")
                    .with(Element.of("title", span.text())));
        }
        for (int strip = 0; strip < strips.size(); strip++) {
            group.with(strip(row, strip, x, plot));
        }
        group.with(new SvgPath()
                .move(plot.left(), plot.bottom())
                .horizontal(plot.right())
                .element("axis"));
        if (index == 0) {
            var ticks = y.ticks();
            group.with(Plot.text(
                    "tick", plot.right() + 6, plot.top() + 5, ticks.getLast().label()));
            group.with(Plot.text(
                    "tick",
                    plot.right() + 6,
                    plot.bottom() + 2,
                    ticks.getFirst().label()));
        }
        return group;
    }

    private static Element area(RateSteps rates, Scale x, Scale y, Plot plot) {
        var path = new SvgPath().move(plot.left(), plot.bottom());
        for (int step = 0; step < rates.perSecond().size(); step++) {
            path.vertical(plot.y(Math.min(1, y.position(rates.perSecond().get(step)))));
            path.horizontal(plot.x(Math.min(1, x.position(rates.to(step)))));
        }
        return path.vertical(plot.bottom()).close().element("area");
    }

    /** All of one strip as one path, as there may be hundreds of steps. */
    private static Element strip(Row row, int strip, Scale x, Plot plot) {
        List<Double> events = row.events().get(strip);
        double base = plot.bottom() + 2 + (strip + 1) * STRIP - 1;
        var path = new SvgPath();
        IntStream.range(0, events.size()).filter(step -> events.get(step) > 0).forEach(step -> {
            double from = plot.x(Math.min(1, x.position(row.rates().from(step))));
            double to = plot.x(Math.min(1, x.position(row.rates().to(step))));
            double high = 2 + (STRIP - 3) * Math.min(1, events.get(step));
            path.move(from, base)
                    .vertical(base - high)
                    .horizontal(Math.max(from + 1.5, to))
                    .vertical(base)
                    .close();
        });
        return path.element("strip strip" + strip);
    }

    private static Element rectangle(String classes, double x, double y, double width, double height) {
        return Element.of("rect")
                .classed(classes)
                .attribute("x", x)
                .attribute("y", y)
                .attribute("width", width)
                .attribute("height", height);
    }
}
