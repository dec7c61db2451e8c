package io.jgbench.report.chart;

import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Small drawings in rows of three.
 *
 * @param left the room for what is written at the left of each
 */
record PanelGrid(double left) {
    private static final int COLUMNS = 3;
    private static final double WIDTH = 760;
    private static final double PANEL_WIDTH = 244;
    private static final double PANEL_HEIGHT = 110;
    private static final double TOP = 30;
    private static final double RIGHT = 20;
    private static final double DRAWN_HEIGHT = 52;
    private static final int LONGEST_NAME = 32;

    /** Where one of them draws. */
    interface Panel {

        /**
         * Its parts.
         *
         * @param index from 0
         * @param plot where they stand
         */
        List<Node> parts(int index, Plot plot);
    }

    /** All of them as one image. */
    Element svg(Drawing drawing, List<String> names, Panel panel) {
        boolean inTwoLines = names.stream().anyMatch(name -> name.length() > LONGEST_NAME);
        double more = inTwoLines ? Names.LINE_HEIGHT : 0;
        List<Element> groups = IntStream.range(0, names.size())
                .mapToObj(i -> group(names.get(i), plot(i, more)).with(panel.parts(i, plot(i, more))))
                .toList();
        return drawing.svg(WIDTH, Math.ceilDiv(names.size(), COLUMNS) * (PANEL_HEIGHT + more) + 4, groups);
    }

    /** Where one draws whose name takes so much more room above it. */
    private Plot plot(int index, double more) {
        double at = index % COLUMNS * PANEL_WIDTH;
        double top = Math.floorDiv(index, COLUMNS) * (PANEL_HEIGHT + more) + more;
        return new Plot(at + left, top + TOP, PANEL_WIDTH - left - RIGHT, DRAWN_HEIGHT);
    }

    private Element group(String name, Plot plot) {
        var group = Element.of("g").classed("series s0");
        if (name.length() > LONGEST_NAME) {
            group.with(Element.of("title", name));
        }
        return group.with(Names.element(
                Names.inLines(name, LONGEST_NAME), "row-name", plot.left() - left + 4, plot.top() - Names.LINE_HEIGHT));
    }
}
