/** A suite as JUnit XML, whose cells and comparisons a CI shows as tests. */
package io.jgbench.report.junit;
