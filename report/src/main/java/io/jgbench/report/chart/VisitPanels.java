package io.jgbench.report.chart;

import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import io.jgbench.report.markup.SvgPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A small drawing for each of some things that were measured in several rounds: how far each round lies from their
 * median. All have the same axes.
 *
 * @param rounds how many rounds there are, at least 1
 * @param mostPercent the largest distance that is shown, above 0; what lies farther is drawn at the edge
 * @param panels the things, row by row
 */
public record VisitPanels(int rounds, double mostPercent, List<Panel> panels) {
    private static final PanelGrid GRID = new PanelGrid(52);
    private static final double MARK = 3;

    /** Refuses what cannot be drawn and copies the list. */
    public VisitPanels {
        if (rounds < 1 || !(mostPercent > 0) || !Double.isFinite(mostPercent)) {
            throw new IllegalArgumentException(
                    "panels need a round and a distance above 0, got: " + rounds + " and " + mostPercent);
        }
        panels = List.copyOf(panels);
    }

    /** What a visit is drawn as. */
    public enum Mark {
        /** A figure that counts. */
        VALID,
        /** A figure that counts and lies far from the others. */
        OUTLIER,
        /** A figure that does not count. */
        NOT_VALID,
        /** No figure. */
        FAILED
    }

    /**
     * One visit.
     *
     * @param round from 1
     * @param percent how far its figure lies from the median; empty where there is no figure
     */
    public record Visit(int round, OptionalDouble percent, Mark mark) {}

    /**
     * One of the things.
     *
     * @param name what it is
     * @param note what is said of it
     * @param visits in the order of time
     */
    public record Panel(String name, Optional<String> note, List<Visit> visits) {

        /** Copies the list. */
        public Panel {
            visits = List.copyOf(visits);
        }
    }

    /** The drawing. */
    public Element svg(Drawing drawing) {
        return GRID.svg(
                drawing, panels.stream().map(Panel::name).toList(), (index, plot) -> parts(panels.get(index), plot));
    }

    private List<Node> parts(Panel panel, Plot plot) {
        List<Node> parts = new ArrayList<>();
        for (double percent : new double[] {mostPercent, 0, -mostPercent}) {
            double y = plot.y(height(percent));
            parts.add(new SvgPath()
                    .move(plot.left(), y)
                    .horizontal(plot.right())
                    .element(percent == 0 ? "axis" : "grid"));
            parts.add(Plot.text("tick end", plot.left() - 5, y + 4, label(percent)));
        }
        parts.add(Plot.text("tick middle", x(plot, 1), plot.bottom() + 16, "1"));
        parts.add(Plot.text(
                "tick middle", x(plot, rounds), plot.bottom() + 16, rounds == 1 ? "" : String.valueOf(rounds)));
        panel.note()
                .ifPresent(note -> parts.add(Plot.text("level-name middle", plot.x(0.5), plot.bottom() + 16, note)));
        var line = new SvgPath();
        boolean begins = true;
        for (Visit visit : panel.visits()) {
            boolean counts = visit.mark() == Mark.VALID || visit.mark() == Mark.OUTLIER;
            if (counts && visit.percent().isPresent()) {
                double y = plot.y(height(visit.percent().getAsDouble()));
                line = begins ? line.move(x(plot, visit.round()), y) : line.line(x(plot, visit.round()), y);
                begins = false;
            }
        }
        parts.add(line.element("thin"));
        panel.visits().forEach(visit -> parts.add(mark(plot, visit)));
        return parts;
    }

    private double x(Plot plot, int round) {
        return plot.x(rounds == 1 ? 0.5 : Math.clamp((round - 1.0) / (rounds - 1), 0, 1));
    }

    private double height(double percent) {
        return Math.clamp((percent + mostPercent) / (2 * mostPercent), 0, 1);
    }

    private static String label(double percent) {
        return percent == 0 ? "0" : String.format(Locale.ROOT, "%+.0f %%", percent);
    }

    private Element mark(Plot plot, Visit visit) {
        double left = x(plot, visit.round());
        double top = plot.y(visit.percent().isPresent() ? height(visit.percent().getAsDouble()) : 0);
        return mark(visit.percent().isPresent() ? visit.mark() : Mark.FAILED, left, top);
    }

    private static Element mark(Mark mark, double left, double top) {
        return switch (mark) {
            case VALID -> Marks.of(0, left, top, MARK);
            case OUTLIER -> Element.of("g", Marks.of(2, left, top, MARK + 1)).classed("outlier");
            case NOT_VALID -> Element.of("g", Marks.of(0, left, top, MARK)).classed("other");
            case FAILED ->
                new SvgPath()
                        .move(left - MARK, top - MARK)
                        .line(left + MARK, top + MARK)
                        .move(left - MARK, top + MARK)
                        .line(left + MARK, top - MARK)
                        .element("cross");
        };
    }

    /** How a visit is drawn, for what stands beside the drawing; 24 by 14. */
    public static Element sample(Mark mark) {
        return Element.of("g", mark(mark, 12, 7)).classed("series s0");
    }
}
