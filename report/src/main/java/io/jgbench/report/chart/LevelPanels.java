package io.jgbench.report.chart;

import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import io.jgbench.report.markup.SvgPath;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * A small drawing for each of some things that were measured again and again: its values in their order, the level of
 * each stretch of them, and where one stretch ends and the next begins. Each has a value axis of its own.
 *
 * @param panels the things, row by row
 */
public record LevelPanels(List<Panel> panels) {
    /** A line of more points has no marks: they would hide each other. */
    public static final int MOST_MARKS = 40;

    private static final PanelGrid GRID = new PanelGrid(62);
    private static final double MARK = 2.6;

    /** Of a flat line, so that it is drawn in the middle. */
    private static final double LEAST_RANGE = 0.02;

    /** Copies the list. */
    public LevelPanels {
        panels = List.copyOf(panels);
    }

    /**
     * One of the things.
     *
     * @param name what it is
     * @param first what is written below its first value
     * @param last what is written below its last one
     * @param points in the order of time, at least one
     * @param levels one for each stretch, in their order; at least one
     */
    public record Panel(String name, String first, String last, List<Point> points, List<Level> levels) {

        /** Copies the lists and refuses empty ones. */
        public Panel {
            points = List.copyOf(points);
            levels = List.copyOf(levels);
            if (points.isEmpty() || levels.isEmpty()) {
                throw new IllegalArgumentException("a panel needs a point and a level, got none for " + name);
            }
        }

        /** A level can be that of values before those that are drawn. */
        private DoubleStream levelValues() {
            return levels.stream().mapToDouble(Level::value);
        }

        private double lowest() {
            return DoubleStream.concat(points.stream().mapToDouble(Point::low), levelValues())
                    .min()
                    .orElse(0);
        }

        private double highest() {
            return DoubleStream.concat(points.stream().mapToDouble(Point::high), levelValues())
                    .max()
                    .orElse(0);
        }
    }

    /**
     * A value.
     *
     * @param text what it is, for who points at it
     * @param value the value
     * @param low the lower end of its interval; the same as the value where it has none
     * @param high the upper end
     */
    public record Point(String text, double value, double low, double high) {}

    /**
     * A stretch of values.
     *
     * @param from the index of its first value; where that is not 0, the level changed there
     * @param to the index behind its last value
     * @param value its level
     * @param change what is said of the change to it; empty where there is none
     */
    public record Level(int from, int to, double value, String change) {}

    /** The drawing. */
    public Element svg(Drawing drawing) {
        return GRID.svg(
                drawing, panels.stream().map(Panel::name).toList(), (index, plot) -> parts(panels.get(index), plot));
    }

    private static List<Node> parts(Panel panel, Plot plot) {
        Zoomed y = axis(panel.lowest(), panel.highest());
        int count = panel.points().size();
        List<Node> parts = new ArrayList<>();
        for (double share : new double[] {1, 0}) {
            double at = plot.y(share);
            parts.add(
                    new SvgPath().move(plot.left(), at).horizontal(plot.right()).element("grid"));
            parts.add(Plot.text("tick end", plot.left() - 5, at + 4, Magnitude.compact(y.begin() + share * y.range())));
        }
        parts.add(Plot.text("tick", plot.left(), plot.bottom() + 16, panel.first()));
        parts.add(Plot.text("tick end", plot.right(), plot.bottom() + 16, count == 1 ? "" : panel.last()));
        panel.levels().forEach(level -> parts.addAll(level(level, count, y, plot)));
        parts.addAll(points(panel.points(), y, plot));
        return parts;
    }

    /** One around 0 would show numbers below it, which no figure has. */
    private static Zoomed axis(double lowest, double highest) {
        if (lowest == 0 && highest == 0) {
            return new Zoomed(0, 1);
        }
        double middle = (lowest + highest) / 2;
        double range = Math.max(highest - lowest, Math.max(Math.abs(middle) * LEAST_RANGE, 1e-9));
        return new Zoomed(middle - range / 2, range);
    }

    /** An axis that need not begin at 0. */
    private record Zoomed(double begin, double range) implements Scale {

        @Override
        public String title() {
            return "";
        }

        @Override
        public double position(double value) {
            return Math.clamp((value - begin) / range, 0, 1);
        }

        @Override
        public List<Tick> ticks() {
            return List.of();
        }
    }

    private static List<Node> level(Level level, int count, Scale y, Plot plot) {
        double at = plot.y(y.position(level.value()));
        double from = edge(level.from(), count, plot);
        List<Node> parts = new ArrayList<>();
        parts.add(new SvgPath()
                .move(from, at)
                .horizontal(edge(level.to(), count, plot))
                .element("step"));
        if (level.from() > 0) {
            parts.add(new SvgPath()
                    .move(from, plot.top() - 6)
                    .vertical(plot.bottom())
                    .element("level")
                    .with(Element.of("title", level.change())));
        }
        return parts;
    }

    /** Half-way between two values. */
    private static double edge(int index, int count, Plot plot) {
        return plot.x((double) index / count);
    }

    private static List<Node> points(List<Point> points, Scale y, Plot plot) {
        List<Node> parts = new ArrayList<>();
        boolean hasMarks = points.size() <= MOST_MARKS;
        var line = new SvgPath();
        for (int i = 0; i < points.size(); i++) {
            double left = plot.x((i + 0.5) / points.size());
            Point point = points.get(i);
            double top = plot.y(y.position(point.value()));
            line = i == 0 ? line.move(left, top) : line.line(left, top);
            if (point.high() > point.low()) {
                Element interval = new SvgPath()
                        .move(left, plot.y(y.position(point.low())))
                        .vertical(plot.y(y.position(point.high())))
                        .element("interval");
                parts.add(hasMarks ? interval : interval.with(title(point)));
            }
            if (hasMarks) {
                parts.add(Marks.of(0, left, top, MARK).with(title(point)));
            }
        }
        parts.addFirst(line.element("thin"));
        return parts;
    }

    private static Element title(Point point) {
        return Element.of("title", point.text());
    }

    /** How a change is drawn, for what stands beside the drawing; 24 by 14. */
    public static Element sampleOfChange() {
        return new SvgPath().move(12, 0).vertical(14).element("level");
    }

    /** How a level is drawn; 24 by 14. */
    public static Element sampleOfLevel() {
        return Element.of("g", new SvgPath().move(1, 7).horizontal(23).element("step"))
                .classed("series s0");
    }

    /** How a value with its interval is drawn; 24 by 14. */
    public static Element sampleOfPoint(boolean hasMark) {
        Element sample = Element.of("g", new SvgPath().move(12, 1).vertical(13).element("interval"));
        return (hasMark ? sample.with(Marks.of(0, 12, 7, MARK)) : sample).classed("series s0");
    }
}
