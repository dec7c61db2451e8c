package io.jgbench.report.chart;

import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import io.jgbench.report.markup.SvgPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A small drawing for each of some things that were measured several times: rates over time, a line for each time. Each
 * has axes of its own, from 0 to its largest rate and to the end of its longest line.
 *
 * @param panels the things, row by row
 */
public record RatePanels(List<Panel> panels) {
    private static final PanelGrid GRID = new PanelGrid(62);

    /** Copies the list. */
    public RatePanels {
        panels = List.copyOf(panels);
    }

    /**
     * One of the things.
     *
     * @param name what it is
     * @param lines the last one above the others; at least one
     */
    public record Panel(String name, List<Line> lines) {

        /** Copies the list and refuses an empty one. */
        public Panel {
            lines = List.copyOf(lines);
            if (lines.isEmpty()) {
                throw new IllegalArgumentException("a panel needs a line, got none for " + name);
            }
        }
    }

    /**
     * Rates from the beginning on.
     *
     * @param text what they are of, for who points at them
     * @param binSeconds how long each rate was counted, above 0
     * @param rates a second; at least 0
     * @param counts whether they are of a measurement that counts; drawn dashed where not
     */
    public record Line(String text, double binSeconds, List<Double> rates, boolean counts) {

        /** Copies the list and refuses what cannot be drawn. */
        public Line {
            rates = List.copyOf(rates);
            if (!(binSeconds > 0) || !Double.isFinite(binSeconds)) {
                throw new IllegalArgumentException("rates must be counted for a time above 0, got: " + binSeconds);
            }
        }

        private double seconds() {
            return binSeconds * rates.size();
        }
    }

    /** The drawing. */
    public Element svg(Drawing drawing) {
        return GRID.svg(
                drawing, panels.stream().map(Panel::name).toList(), (index, plot) -> parts(panels.get(index), plot));
    }

    private static List<Node> parts(Panel panel, Plot plot) {
        double largest = panel.lines().stream()
                .flatMap(line -> line.rates().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        double seconds = panel.lines().stream().mapToDouble(Line::seconds).max().orElse(0);
        List<Node> parts = new ArrayList<>();
        for (double share : new double[] {1, 0}) {
            double at = plot.y(share);
            parts.add(
                    new SvgPath().move(plot.left(), at).horizontal(plot.right()).element(share == 0 ? "axis" : "grid"));
            parts.add(Plot.text("tick end", plot.left() - 5, at + 4, Magnitude.compact(share * largest)));
        }
        parts.add(
                Plot.text("tick end", plot.right(), plot.bottom() + 16, String.format(Locale.ROOT, "%.1f s", seconds)));
        panel.lines().forEach(line -> parts.add(line(line, largest, seconds, plot)));
        return parts;
    }

    /** Steps, as each rate is that of a whole interval. */
    private static Element line(Line line, double largest, double seconds, Plot plot) {
        var path = new SvgPath();
        for (int bin = 0; bin < line.rates().size(); bin++) {
            double y = plot.y(largest > 0 ? Math.clamp(line.rates().get(bin) / largest, 0, 1) : 0);
            path = bin == 0 ? path.move(plot.left(), y) : path.vertical(y);
            path = path.horizontal(plot.x(Math.min(1, (bin + 1) * line.binSeconds() / seconds)));
        }
        return path.element(line.counts() ? "rate" : "rate uncounted").with(Element.of("title", line.text()));
    }

    /** How a line is drawn, for what stands beside the drawing; 24 by 14. */
    public static Element sample(boolean counts) {
        var path = new SvgPath()
                .move(1, 10)
                .horizontal(8)
                .vertical(4)
                .horizontal(16)
                .vertical(7)
                .horizontal(23);
        return Element.of("g", path.element(counts ? "rate" : "rate uncounted")).classed("series s0");
    }
}
