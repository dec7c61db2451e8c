package io.jgbench.report.html;

import io.jgbench.report.markup.Element;
import java.util.List;

/**
 * A chart with what it shows in words and its numbers in a table.
 *
 * @param name what the chart is called
 * @param caption what it shows
 * @param keys what its colours and marks mean; none where names stand beside them
 * @param drawing the chart
 * @param numbers its numbers
 */
public record ChartFigure(String name, String caption, List<Element> keys, Element drawing, DataTable numbers) {

    /** Copies the list. */
    public ChartFigure {
        keys = List.copyOf(keys);
    }

    /** The figure with its caption, keys, drawing and table. */
    public Element element() {
        var figure = Element.of("figure").with(Element.of("figcaption", caption));
        if (!keys.isEmpty()) {
            figure.with(Element.of("ul").classed("keys").with(keys));
        }
        return figure.with(
                DataTable.scrolling("Chart: " + name, drawing),
                Element.of("details", Element.of("summary", "Numbers of this chart"), numbers.element()));
    }

    /** What a colour or a pattern of the chart means. */
    public static Element key(Element sample, String meaning) {
        return Element.of(
                        "li",
                        Element.of("svg", sample)
                                .attribute("viewBox", "0 0 24 14")
                                .attribute("aria-hidden", "true"))
                .text(meaning);
    }
}
