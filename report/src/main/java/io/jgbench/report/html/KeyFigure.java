package io.jgbench.report.html;

import io.jgbench.report.markup.Element;

/**
 * A figure at the top of a page.
 *
 * @param name what it is
 * @param value its number
 * @param unit its unit, and what it is of
 */
public record KeyFigure(String name, String value, String unit) {

    /** The figure as it stands at the top of a page. */
    public Element element() {
        return Element.of(
                "div",
                Element.of("dt", name),
                Element.of(
                        "dd",
                        Element.of("span", value).classed("value"),
                        Element.of("span", " " + unit).classed("unit")));
    }
}
