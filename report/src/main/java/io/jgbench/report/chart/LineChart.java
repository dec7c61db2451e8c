package io.jgbench.report.chart;

import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import io.jgbench.report.markup.SvgPath;
import java.util.ArrayList;
import java.util.List;

/**
 * Lines over an axis.
 *
 * @param x the axis below
 * @param y the axis at the left
 * @param lines at most {@value #MOST_LINES} of them can be told apart; each has its own colour, dash and mark
 * @param bounds lines that the others cannot cross, dashed
 * @param others points of something else, hollow, each with its name
 */
public record LineChart(Scale x, Scale y, List<Line> lines, List<Line> bounds, List<Other> others) {
    /** The colours of the style sheet. */
    public static final int MOST_LINES = 6;

    private static final double WIDTH = 760;
    private static final double HEIGHT = 340;
    private static final Plot PLOT = new Plot(64, 30, 560, 250);
    private static final double MARK = 3.5;
    private static final int FEW_POINTS = 40;
    private static final double LEAST_GAP = 15;

    /** Copies the lists. */
    public LineChart {
        lines = List.copyOf(lines);
        bounds = List.copyOf(bounds);
        others = List.copyOf(others);
    }

    /**
     * A line.
     *
     * @param name what stands at its end
     * @param points in the order in which they are joined
     */
    public record Line(String name, List<Point> points) {

        /** Copies the list. */
        public Line {
            points = List.copyOf(points);
        }
    }

    /**
     * A point with what it is known to.
     *
     * @param x on the axis below
     * @param y on the axis at the left
     * @param low the lower end of its interval; the same as y where it has none
     * @param high the upper end
     */
    public record Point(double x, double y, double low, double high) {

        /** A point without an interval. */
        public Point(double x, double y) {
            this(x, y, y, y);
        }
    }

    /**
     * A point of something else.
     *
     * @param name what stands beside it
     * @param text what it is, for who points at it
     * @param point where it is
     */
    public record Other(String name, String text, Point point) {}

    /** The drawing. */
    public Element svg(Drawing drawing) {
        List<Node> parts = new ArrayList<>();
        parts.add(Plot.text("title", 4, 14, y.title()));
        parts.addAll(PLOT.vertical(y));
        parts.addAll(PLOT.horizontal(x));
        bounds.forEach(bound -> parts.addAll(bound(bound)));
        List<Double> labels = labelHeights();
        for (int i = 0; i < lines.size(); i++) {
            parts.add(line(lines.get(i), i % MOST_LINES, labels.get(i)));
        }
        others.forEach(other -> parts.add(other(other)));
        return drawing.svg(WIDTH, HEIGHT, parts);
    }

    private List<Node> bound(Line bound) {
        if (bound.points().isEmpty()) {
            return List.of();
        }
        Point first = bound.points().getFirst();
        return List.of(
                path(bound.points()).element("level"),
                Plot.text("level-name", left(first) + 6, top(first) - 6, bound.name()));
    }

    private Element other(Other other) {
        return Element.of("g")
                .classed("other")
                .with(
                        Marks.of(2, left(other.point()), top(other.point()), MARK),
                        Plot.text("other-name", left(other.point()) + 8, top(other.point()) + 4, other.name()),
                        Element.of("title", other.text()));
    }

    private SvgPath path(List<Point> points) {
        var path = new SvgPath();
        for (int i = 0; i < points.size(); i++) {
            double left = left(points.get(i));
            double top = top(points.get(i));
            path = i == 0 ? path.move(left, top) : path.line(left, top);
        }
        return path;
    }

    private double left(Point point) {
        return PLOT.x(x.position(point.x()));
    }

    private double top(Point point) {
        return PLOT.y(y.position(point.y()));
    }

    private Element line(Line line, int style, double labelAt) {
        var group = Element.of("g").classed("series s" + style);
        group.with(path(line.points()).element("line"));
        if (line.points().size() <= FEW_POINTS) {
            line.points().forEach(point -> group.with(mark(point, style)));
        }
        return group.with(Plot.text("series-name", PLOT.right() + 8, labelAt + 4, line.name()));
    }

    private List<Node> mark(Point point, int style) {
        double left = left(point);
        double top = top(point);
        List<Node> parts = new ArrayList<>();
        if (point.high() > point.low()) {
            parts.add(new SvgPath()
                    .move(left, PLOT.y(y.position(point.low())))
                    .vertical(PLOT.y(y.position(point.high())))
                    .element("interval"));
        }
        parts.add(Marks.of(style, left, top, MARK));
        return parts;
    }

    /** Names stand at the ends of the lines, as far apart as letters are high. */
    private List<Double> labelHeights() {
        record End(int line, double at) {}
        List<End> ends = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            var points = lines.get(i).points();
            ends.add(new End(i, points.isEmpty() ? PLOT.bottom() : top(points.getLast())));
        }
        ends.sort((one, other) -> Double.compare(one.at(), other.at()));
        Double[] heights = new Double[lines.size()];
        double last = Double.NEGATIVE_INFINITY;
        for (var end : ends) {
            last = Math.max(end.at(), last + LEAST_GAP);
            heights[end.line()] = last;
        }
        return List.of(heights);
    }
}
