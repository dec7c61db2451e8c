package io.jgbench.report.chart;

import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import io.jgbench.report.markup.SvgPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Rates over time, a row for each of several, all on the same axes, with what happened to each: spans in which it stood
 * still, and below it a strip for each kind of event.
 *
 * @param unit of the rates
 * @param binSeconds how long each rate was counted
 * @param strips the names of the strips
 * @param rows from top to bottom
 */
public record Timeline(String unit, double binSeconds, List<String> strips, List<Row> rows) {
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
     * @param rates a second, one for each bin
     * @param spans in which it stood still, in seconds
     * @param events for each strip how much happened in each bin, from 0 for nothing to 1 for the most
     */
    public record Row(String name, List<Double> rates, List<Span> spans, List<List<Double>> events) {

        /** Copies the lists. */
        public Row {
            rates = List.copyOf(rates);
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
                .flatMap(row -> row.rates().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        var y = LinearScale.upTo(largest, Magnitude.ofCounts(largest, unit));
        double seconds = binSeconds
                * rows.stream().mapToInt(row -> row.rates().size()).max().orElse(1);
        var x = LinearScale.exactly(seconds, new Magnitude(1, "seconds since the member began"), MOST_SECONDS);
        double rowHeight = RATE + STRIP * strips.size() + GAP;
        var whole = new Plot(LEFT, TOP, WIDTH - LEFT - RIGHT, rowHeight * rows.size() - GAP + BELOW_STRIPS);
        List<Node> parts = new ArrayList<>();
        parts.add(hatching(drawing.id()));
        parts.add(Plot.text(
                "title", 4, 14, y.title() + ", counted each " + String.format(Locale.ROOT, "%.1f", binSeconds) + " s"));
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
            group.with(strip(row.events().get(strip), strip, x, plot));
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

    private Element area(List<Double> rates, Scale x, Scale y, Plot plot) {
        var path = new SvgPath().move(plot.left(), plot.bottom());
        for (int bin = 0; bin < rates.size(); bin++) {
            path.vertical(plot.y(Math.min(1, y.position(rates.get(bin)))));
            path.horizontal(plot.x(Math.min(1, x.position((bin + 1) * binSeconds))));
        }
        return path.vertical(plot.bottom()).close().element("area");
    }

    /** All of one strip as one path, as there may be hundreds of bins. */
    private Element strip(List<Double> events, int strip, Scale x, Plot plot) {
        double base = plot.bottom() + 2 + (strip + 1) * STRIP - 1;
        var path = new SvgPath();
        IntStream.range(0, events.size()).filter(bin -> events.get(bin) > 0).forEach(bin -> {
            double from = plot.x(Math.min(1, x.position(bin * binSeconds)));
            double to = plot.x(Math.min(1, x.position((bin + 1) * binSeconds)));
            double high = 2 + (STRIP - 3) * Math.min(1, events.get(bin));
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

    /**
     * The means of a row in equal parts of the time that all rows span; empty where the row has ended before.
     *
     * @param bins how many rates the longest row has
     * @param parts at most as many
     */
    public static List<OptionalDouble> parts(List<Double> rates, int parts, int bins) {
        return IntStream.range(0, parts)
                .mapToObj(part -> IntStream.range(part * bins / parts, (part + 1) * bins / parts)
                        .filter(bin -> bin < rates.size())
                        .mapToDouble(rates::get)
                        .average())
                .toList();
    }

    /** The rates of a row in a number of equal parts of its time; as many as it has where these are fewer. */
    public static List<Double> parts(List<Double> rates, int parts) {
        return parts(rates, Math.min(parts, rates.size()), rates.size()).stream()
                .map(OptionalDouble::getAsDouble)
                .toList();
    }
}
