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
 * @param lines at most {@value #MOST_LINES} of them can be told apart; each has its own colour and dash, and its own
 *     mark where it has few points
 * @param bounds lines that the others cannot cross, dashed
 * @param others points of something else, hollow, beside their place in the colours of the lines that they belong to
 */
public record LineChart(Scale x, Scale y, List<Line> lines, List<Line> bounds, List<Other> others) {
    /** The colours of the style sheet. */
    public static final int MOST_LINES = 6;

    private static final double WIDTH = 760;
    private static final double HEIGHT = 340;
    private static final Plot PLOT = new Plot(64, 30, 560, 250);
    private static final double MARK = 3.5;
    private static final double CAP = 4;
    private static final double BESIDE = 9;
    private static final double NAME_WIDTH = 28;
    private static final int FEW_POINTS = 40;
    private static final double LEAST_GAP = 15;
    private static final int LONGEST_NAME = 20;

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

        /** Those of more points would hide each other. */
        private boolean hasMarks() {
            return points.size() <= FEW_POINTS;
        }
    }

    /**
     * A point with what it is known to.
     *
     * @param x on the axis below
     * @param y on the axis at the left; no number where the line has a gap
     * @param low the lower end of its interval; the same as y where it has none
     * @param high the upper end
     */
    public record Point(double x, double y, double low, double high) {

        /** A point without an interval. */
        public Point(double x, double y) {
            this(x, y, y, y);
        }

        /** Where nothing is known, so that the line does not look as if something were. */
        public static Point gap(double x) {
            return new Point(x, Double.NaN);
        }

        private boolean isGap() {
            return Double.isNaN(y);
        }
    }

    /**
     * A point of something else.
     *
     * @param name what stands above it where there is room
     * @param text what it is, for who points at it
     * @param line the index of the line that it belongs to
     * @param point where it is
     */
    public record Other(String name, String text, int line, Point point) {}

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
        parts.addAll(beside());
        return drawing.svg(WIDTH, HEIGHT, parts);
    }

    /**
     * How a line is drawn, for what stands beside the drawing; 24 by 14.
     *
     * @param index its place among the lines
     */
    public static Element sample(int index, Line line) {
        int style = index % MOST_LINES;
        Element sample = Element.of("g", new SvgPath().move(1, 7).horizontal(23).element("line"));
        return (line.hasMarks() ? sample.with(Marks.of(style, 12, 7, MARK)) : sample).classed("series s" + style);
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

    /** Those of each line stand beside each other, and not on the lines' own points. */
    private List<Node> beside() {
        record Place(double left, double top) {}
        List<Node> parts = new ArrayList<>();
        List<Place> named = new ArrayList<>();
        for (Other other : others) {
            double shift = lines.size() < 2 ? BESIDE : (other.line() - (lines.size() - 1) / 2.0) * BESIDE;
            double left = left(other.point()) + shift;
            double top = top(other.point());
            int style = other.line() % MOST_LINES;
            var group = Element.of("g", Element.of("title", other.text())).classed("other s" + style);
            if (other.point().high() > other.point().low()) {
                group.with(interval(other.point(), left));
            }
            group.with(Marks.of(style, left, top, MARK));
            boolean hasRoom = named.stream()
                    .noneMatch(place ->
                            Math.abs(place.left() - left) < NAME_WIDTH && Math.abs(place.top() - top) < LEAST_GAP);
            if (hasRoom) {
                named.add(new Place(left, top));
                group.with(Plot.text("other-name middle", left, top - 8, other.name()));
            }
            parts.add(group);
        }
        return parts;
    }

    private SvgPath path(List<Point> points) {
        var path = new SvgPath();
        boolean begins = true;
        for (Point point : points) {
            if (!point.isGap()) {
                path = begins ? path.move(left(point), top(point)) : path.line(left(point), top(point));
            }
            begins = point.isGap();
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
        line.points().stream()
                .filter(point -> !point.isGap())
                .forEach(point -> group.with(parts(point, style, line.hasMarks())));
        String name = Names.begun(line.name(), LONGEST_NAME);
        return group.with(Plot.text("series-name", PLOT.right() + 8, labelAt + 4, name));
    }

    private List<Node> parts(Point point, int style, boolean hasMark) {
        double left = left(point);
        List<Node> parts = new ArrayList<>();
        if (point.high() > point.low()) {
            parts.add(interval(point, left));
        }
        if (hasMark) {
            parts.add(Marks.of(style, left, top(point), MARK));
        }
        return parts;
    }

    private Element interval(Point point, double left) {
        double low = PLOT.y(y.position(point.low()));
        double high = PLOT.y(y.position(point.high()));
        return new SvgPath()
                .move(left, low)
                .vertical(high)
                .move(left - CAP, low)
                .horizontal(left + CAP)
                .move(left - CAP, high)
                .horizontal(left + CAP)
                .element("interval");
    }

    /** Names stand at the ends of the lines, as far apart as letters are high, and none below the axis. */
    private List<Double> labelHeights() {
        record End(int line, double at) {}
        List<End> ends = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            double at = lines.get(i).points().stream()
                    .filter(point -> !point.isGap())
                    .mapToDouble(this::top)
                    .reduce(PLOT.bottom(), (_, last) -> last);
            ends.add(new End(i, at));
        }
        ends.sort((one, other) -> Double.compare(one.at(), other.at()));
        Double[] heights = new Double[lines.size()];
        double last = Double.NEGATIVE_INFINITY;
        for (var end : ends) {
            last = Math.max(end.at(), last + LEAST_GAP);
            heights[end.line()] = last;
        }
        double lowest = PLOT.bottom();
        for (var end : ends.reversed()) {
            heights[end.line()] = Math.min(heights[end.line()], lowest);
            lowest = heights[end.line()] - LEAST_GAP;
        }
        return List.of(heights);
    }
}
