/** The page of a cell's figures over time, with the points at which they changed. */
package io.jgbench.report.html.history;
