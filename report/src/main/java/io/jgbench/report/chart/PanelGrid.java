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
        List<Element> groups = IntStream.range(0, names.size())
                .mapToObj(i -> Element.of("g", name(names.get(i), plot(i)))
                        .classed("series s0")
                        .with(panel.parts(i, plot(i))))
                .toList();
        return drawing.svg(WIDTH, Math.ceilDiv(names.size(), COLUMNS) * PANEL_HEIGHT + 4, groups);
    }

    private Plot plot(int index) {
        double at = index % COLUMNS * PANEL_WIDTH;
        double top = Math.floorDiv(index, COLUMNS) * PANEL_HEIGHT;
        return new Plot(at + left, top + TOP, PANEL_WIDTH - left - RIGHT, DRAWN_HEIGHT);
    }

    private Element name(String name, Plot plot) {
        return Plot.text("row-name", plot.left() - left + 4, plot.top() - 14, Names.begun(name, LONGEST_NAME));
    }
}
