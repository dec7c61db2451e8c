package io.jgbench.report.html;

import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.StyleSheet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The frame of a page: what stands around its sections.
 *
 * @param title what it is of
 * @param subtitle what was done, in a sentence
 * @param times when
 * @param first what stands above the contents
 * @param sections the rest
 * @param footer the last sentences
 */
public record Page(
        String title, String subtitle, String times, List<Element> first, List<PageSection> sections, String footer) {
    private static final String STYLE = "report.css";

    /** Copies the lists. */
    public Page {
        first = List.copyOf(first);
        sections = List.copyOf(sections);
    }

    /** The whole file. */
    public String html() {
        var html = new StringBuilder("<!DOCTYPE html>\n");
        Element.of("html", head(), body()).attribute("lang", "en").write(html);
        return html.append('\n').toString();
    }

    /** The policy lets this style sheet in and nothing else: no script, no image, no connection. */
    private Element head() {
        var style = style();
        return Element.of(
                "head",
                Element.of("meta").attribute("charset", "utf-8"),
                Element.of("meta")
                        .attribute("http-equiv", "Content-Security-Policy")
                        .attribute(
                                "content",
                                "default-src 'none'; style-src " + style.source()
                                        + "; base-uri 'none'; form-action 'none'"),
                Element.of("meta")
                        .attribute("name", "viewport")
                        .attribute("content", "width=device-width, initial-scale=1"),
                Element.of("title", title + " · jgbench"),
                style);
    }

    private Element body() {
        return Element.of(
                "body",
                Element.of("a", "Skip to the verdict").classed("skip").attribute("href", "#verdict"),
                header(),
                contents(),
                Element.of("main")
                        .classed("wrap")
                        .with(first)
                        .with(sections.stream().map(PageSection::element)),
                Element.of("footer", Element.of("div", Element.of("p", footer)).classed("wrap")));
    }

    private Element header() {
        return Element.of("header")
                .classed("top wrap")
                .with(
                        Element.of("div")
                                .classed("kicker")
                                .with(Element.of("span", "jgbench").classed("brand"), colours()),
                        Element.of("h1", title),
                        Element.of("p", subtitle).classed("sub"),
                        Element.of("p", times).classed("sub"));
    }

    /** A switch that the style sheet reads, so that it needs no script. */
    private static Element colours() {
        return Element.of("fieldset")
                .with(
                        Element.of("legend", "Colours"),
                        choice("system", "as the system"),
                        choice("light", "light"),
                        choice("dark", "dark"));
    }

    private static Element choice(String name, String label) {
        var input = Element.of("input")
                .attribute("type", "radio")
                .attribute("name", "colours")
                .attribute("id", "colours-" + name);
        if (name.equals("system")) {
            input.attribute("checked", "checked");
        }
        return Element.of("label", input).text(label);
    }

    private Element contents() {
        var list = Element.of("ul")
                .with(Element.of("li", Element.of("a", "Verdict").attribute("href", "#verdict")));
        list.with(sections.stream().map(PageSection::link));
        return Element.of("nav", Element.of("div", list).classed("wrap"))
                .classed("contents")
                .attribute("aria-label", "Contents");
    }

    private static StyleSheet style() {
        try (var in = Page.class.getResourceAsStream(STYLE)) {
            return new StyleSheet(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("the style sheet " + STYLE + " cannot be read", e);
        }
    }
}
