package io.jgbench.report.chart;

import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import io.jgbench.report.markup.SvgPath;
import java.util.ArrayList;
import java.util.List;

/**
 * The area of a drawing in which values stand.
 *
 * @param left where it begins
 * @param top where it begins
 * @param width how wide it is
 * @param height how high it is
 */
record Plot(double left, double top, double width, double height) {
    private static final double LABEL_GAP = 6;
    private static final double TEXT_DROP = 4;
    private static final double BELOW = 18;

    double x(double position) {
        return left + position * width;
    }

    double y(double position) {
        return top + (1 - position) * height;
    }

    double right() {
        return left + width;
    }

    double bottom() {
        return top + height;
    }

    /** Lines across and what is written beside them. */
    List<Node> vertical(Scale scale) {
        List<Node> parts = new ArrayList<>();
        for (var tick : scale.ticks()) {
            double y = y(tick.position());
            parts.add(new SvgPath().move(left, y).horizontal(right()).element("grid"));
            parts.add(text("tick end", left - LABEL_GAP, y + TEXT_DROP, tick.label()));
        }
        return parts;
    }

    /** The axis below and what is written at it. */
    List<Node> horizontal(Scale scale) {
        List<Node> parts = new ArrayList<>();
        parts.add(new SvgPath().move(left, bottom()).horizontal(right()).element("axis"));
        for (var tick : scale.ticks()) {
            double x = x(tick.position());
            parts.add(new SvgPath().move(x, bottom()).vertical(bottom() + 4).element("axis"));
            parts.add(text("tick middle", x, bottom() + BELOW, tick.label()));
        }
        parts.add(text("title end", right(), bottom() + 2 * BELOW, scale.title()));
        return parts;
    }

    static Element text(String classes, double x, double y, String text) {
        return Element.of("text", text).classed(classes).attribute("x", x).attribute("y", y);
    }
}
