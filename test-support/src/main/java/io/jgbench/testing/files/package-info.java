/** Checked-in files that follow from the code. */
package io.jgbench.testing.files;
