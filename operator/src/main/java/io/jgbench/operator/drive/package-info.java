/** Drives the members of a repetition, and stores the record by which another operator continues it. */
package io.jgbench.operator.drive;
