package io.jgbench.report.chart;

import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import io.jgbench.report.markup.SvgPath;
import java.util.ArrayList;
import java.util.List;

/**
 * A value for each of some things, below each other, with how well it is known.
 *
 * @param x the axis of the values
 * @param rows the things, from top to bottom
 * @param levels values that are drawn from top to bottom
 */
public record DotPlot(Scale x, List<Row> rows, List<Level> levels) {
    private static final double WIDTH = 760;
    private static final double LEFT = 290;
    private static final double RIGHT = 30;
    private static final double TOP = 26;
    private static final double ROW = 24;
    private static final double BELOW = 46;
    private static final double MARK = 4.5;
    private static final int LONGEST_NAME = 40;

    /** Copies the lists. */
    public DotPlot {
        rows = List.copyOf(rows);
        levels = List.copyOf(levels);
    }

    /**
     * A value that is drawn from top to bottom.
     *
     * @param name what stands at it
     * @param value on the axis
     */
    public record Level(String name, double value) {}

    /**
     * One thing.
     *
     * @param name what it is
     * @param value its value
     * @param low the lower end of its interval; the same as the value where it has none
     * @param high the upper end
     * @param style what kind it is: 0 for the ones that the chart is about
     */
    public record Row(String name, double value, double low, double high, int style) {}

    /** The drawing. */
    public Element svg(Drawing drawing) {
        boolean inTwoLines = rows.stream().anyMatch(row -> row.name().length() > LONGEST_NAME);
        double height = inTwoLines ? ROW + Names.LINE_HEIGHT : ROW;
        var plot = new Plot(LEFT, TOP, WIDTH - LEFT - RIGHT, height * rows.size());
        List<Node> parts = new ArrayList<>();
        for (var tick : x.ticks()) {
            double at = plot.x(tick.position());
            parts.add(new SvgPath().move(at, plot.top()).vertical(plot.bottom()).element("grid"));
        }
        parts.addAll(plot.horizontal(x));
        for (var level : levels) {
            double at = plot.x(x.position(level.value()));
            parts.add(new SvgPath()
                    .move(at, plot.top() - 8)
                    .vertical(plot.bottom())
                    .element("level"));
            parts.add(Plot.text("level-name end", at - 5, plot.top() - 8, level.name()));
        }
        for (int i = 0; i < rows.size(); i++) {
            parts.add(row(rows.get(i), plot, plot.top() + (i + 0.5) * height));
        }
        return drawing.svg(WIDTH, plot.bottom() + BELOW, parts);
    }

    private Element row(Row row, Plot plot, double y) {
        var group = Element.of("g").classed("series s" + row.style());
        if (row.name().length() > LONGEST_NAME) {
            group.with(Element.of("title", row.name()));
        }
        List<String> name = Names.inLines(row.name(), LONGEST_NAME);
        double foot = y + 4 + (name.size() - 1) * Names.LINE_HEIGHT / 2;
        group.with(Names.element(name, "row-name end", LEFT - 12, foot));
        if (row.high() > row.low()) {
            double from = plot.x(x.position(Math.max(0, row.low())));
            double to = plot.x(x.position(row.high()));
            group.with(new SvgPath()
                    .move(from, y - 4)
                    .vertical(y + 4)
                    .move(from, y)
                    .horizontal(to)
                    .move(to, y - 4)
                    .vertical(y + 4)
                    .element("interval"));
        }
        return group.with(Marks.of(row.style(), plot.x(x.position(row.value())), y, MARK));
    }
}
