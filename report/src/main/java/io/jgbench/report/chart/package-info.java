/**
 * Charts as static SVG: what they show is in their elements, how they look in the page's style sheet. They know nothing
 * of runs.
 */
package io.jgbench.report.chart;
