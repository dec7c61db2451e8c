/**
 * Reads what a member's host and JVM are like, once, before the member measures; its multicast groups when it reports.
 */
package io.jgbench.snapshot;
