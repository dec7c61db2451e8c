/**
 * The command {@code jgbench}. Its commands have packages below, by what they are for. What several of these need
 * stands in {@code exit}, {@code local} and {@code output}, which know no command.
 */
package io.jgbench.cli;
