/** The page of a suite: its verdict, its cells beside each other, and what was published of the same work. */
package io.jgbench.report.html.suite;
