package io.jgbench.report.chart;

import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import java.util.List;

/**
 * A drawing as one image: for who cannot see it, its title and its description are read instead of its parts.
 *
 * @param id its name in the page
 * @param title what it shows
 * @param description what is to be seen, in a sentence or two with numbers
 */
public record Drawing(String id, String title, String description) {

    Element svg(double width, double height, List<? extends Node> parts) {
        return Element.of("svg")
                .classed("chart")
                .attribute("viewBox", "0 0 " + Math.round(width) + " " + Math.round(height))
                .attribute("width", width)
                .attribute("height", height)
                .attribute("role", "img")
                .attribute("aria-labelledby", id + "-title " + id + "-description")
                .with(
                        Element.of("title", title).attribute("id", id + "-title"),
                        Element.of("desc", description).attribute("id", id + "-description"))
                .with(parts);
    }
}
