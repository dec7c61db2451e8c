/** What was published of the programs that jgbench succeeds, and what of it can stand beside a run. */
package io.jgbench.report.papers;
