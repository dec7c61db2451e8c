/** The commands {@code run} and {@code selftest}, which measure on this machine. */
package io.jgbench.cli.run;
