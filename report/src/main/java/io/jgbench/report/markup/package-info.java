/** HTML and SVG as a tree of elements that escapes all that it is given. */
package io.jgbench.report.markup;
