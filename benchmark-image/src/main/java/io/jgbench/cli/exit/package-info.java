/** How a command ends: its exit status, and the sentence that says what was wrong. */
package io.jgbench.cli.exit;
