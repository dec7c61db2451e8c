/** What one sees of a run, whether in a terminal or on a page: what both say stands here. */
package io.jgbench.report;
