package io.jgbench.report.markup;

/** A part of a page. */
public sealed interface Node permits Element, Text, StyleSheet {

    /** Appends it as HTML. */
    void write(StringBuilder html);
}
