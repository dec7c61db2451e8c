/** Where commands write to: files that the user names, and a terminal. */
package io.jgbench.cli.output;
