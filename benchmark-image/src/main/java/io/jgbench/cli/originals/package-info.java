/** The commands of the programs that jgbench succeeds, with their options: {@code perf-test} and so on. */
package io.jgbench.cli.originals;
