package io.jgbench.report.markup;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An element of HTML or SVG with what is in it. Names are the program's own words and are checked; values and texts may
 * be anybody's and are escaped. Nothing that a browser executes or fetches can be written: there is no {@code script}
 * element, no attribute for an event or a style, and a link goes within the page.
 *
 * <p>It is filled by one thread and then written.
 */
public final class Element implements Node {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z][a-zA-Z0-9-]*");
    private static final Set<String> VOID = Set.of("br", "hr", "input", "link", "meta", "wbr");
    private static final Set<String> REFUSED =
            Set.of("script", "style", "iframe", "object", "embed", "base", "form", "foreignobject", "animate", "set");
    private static final Set<String> ADDRESSES = Set.of("href", "src", "action", "formaction", "srcdoc", "data");

    private final String name;
    private final Map<String, String> attributes = new LinkedHashMap<>();
    private final List<Node> children = new ArrayList<>();

    private Element(String name) {
        this.name = name;
    }

    /** An empty element. */
    public static Element of(String name) {
        if (!NAME.matcher(name).matches() || REFUSED.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("an element must have a name that is nothing to execute, got: " + name);
        }
        return new Element(name);
    }

    /** An element with parts. */
    public static Element of(String name, Node... parts) {
        return of(name).with(parts);
    }

    /** An element with a text. */
    public static Element of(String name, String text) {
        return of(name).text(text);
    }

    /** The same element with an attribute. */
    public Element attribute(String attribute, String value) {
        boolean executes = attribute.regionMatches(true, 0, "on", 0, 2) || attribute.equalsIgnoreCase("style");
        if (!NAME.matcher(attribute).matches() || executes) {
            throw new IllegalArgumentException(
                    "an attribute must have a name that is nothing to execute, got: " + attribute);
        }
        if (ADDRESSES.contains(attribute) && !value.startsWith("#")) {
            throw new IllegalArgumentException("a link must go within the page, got: " + value);
        }
        attributes.put(attribute, value);
        return this;
    }

    /** The same element with a number as an attribute, with one digit after the point at the most. */
    public Element attribute(String attribute, double value) {
        return attribute(attribute, Coordinate.text(value));
    }

    /** The same element of these classes, which are separated by spaces. */
    public Element classed(String classes) {
        return attribute("class", classes);
    }

    /** The same element with more parts. */
    public Element with(Node... parts) {
        children.addAll(List.of(parts));
        return this;
    }

    /** The same element with more parts. */
    public Element with(List<? extends Node> parts) {
        children.addAll(parts);
        return this;
    }

    /** The same element with more parts. */
    public Element with(Stream<? extends Node> parts) {
        parts.forEach(children::add);
        return this;
    }

    /** The same element with more text. */
    public Element text(String text) {
        children.add(new Text(text));
        return this;
    }

    @Override
    public void write(StringBuilder html) {
        html.append('<').append(name);
        attributes.forEach((attribute, value) -> {
            html.append(' ').append(attribute).append("=\"");
            Text.escape(value, html);
            html.append('"');
        });
        html.append('>');
        if (!VOID.contains(name)) {
            children.forEach(child -> child.write(html));
            html.append("</").append(name).append('>');
        }
    }
}
