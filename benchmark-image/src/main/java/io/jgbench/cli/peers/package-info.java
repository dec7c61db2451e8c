/** The commands that compare jgbench with other programs: {@code compare-mperf} and so on. */
package io.jgbench.cli.peers;
