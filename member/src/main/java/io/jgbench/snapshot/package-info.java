/** Reads what a member's host and JVM are like, once, before the member measures. */
package io.jgbench.snapshot;
