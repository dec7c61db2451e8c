package io.jgbench.report.html;

import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import java.util.List;
import java.util.Objects;

/**
 * A part of the page under a heading of its own.
 *
 * @param id its name in the page
 * @param title its heading, also in the list of contents
 * @param content what stands below the heading
 */
public record PageSection(String id, String title, List<Node> content) {

    /** Refuses nulls and copies the list. */
    public PageSection {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(title, "title");
        content = List.copyOf(content);
    }

    /** The section as it stands in the page. */
    public Element element() {
        return Element.of("section")
                .attribute("id", id)
                .attribute("aria-labelledby", id + "-heading")
                .with(Element.of("h2", title).attribute("id", id + "-heading"))
                .with(content);
    }

    /** Its entry in the page's table of contents. */
    public Element link() {
        return Element.of("li", Element.of("a", title).attribute("href", "#" + id));
    }
}
