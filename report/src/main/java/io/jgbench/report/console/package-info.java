/** Results in a terminal or a pipe: progress, tables and small charts. */
package io.jgbench.report.console;
