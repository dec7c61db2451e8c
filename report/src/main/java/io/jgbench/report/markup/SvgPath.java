package io.jgbench.report.markup;

/** The points of a line, in the words of SVG's attribute {@code d}. */
public final class SvgPath {
    private final StringBuilder data = new StringBuilder();

    /** Goes to a point without drawing. */
    public SvgPath move(double x, double y) {
        return step('M', x, y);
    }

    /** Draws to a point. */
    public SvgPath line(double x, double y) {
        return step('L', x, y);
    }

    /** Draws to a place at the same height. */
    public SvgPath horizontal(double x) {
        data.append('H').append(Coordinate.text(x));
        return this;
    }

    /** Draws up or down. */
    public SvgPath vertical(double y) {
        data.append('V').append(Coordinate.text(y));
        return this;
    }

    /** Draws to where it began. */
    public SvgPath close() {
        data.append('Z');
        return this;
    }

    private SvgPath step(char command, double x, double y) {
        data.append(command).append(Coordinate.text(x)).append(' ').append(Coordinate.text(y));
        return this;
    }

    /** The element that draws it. */
    public Element element(String classes) {
        return Element.of("path").classed(classes).attribute("d", data.toString());
    }
}
