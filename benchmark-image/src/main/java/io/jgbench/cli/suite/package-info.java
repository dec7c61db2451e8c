/** The commands {@code suite} and {@code compare}, which measure in rounds on this machine. */
package io.jgbench.cli.suite;
