/** Runs a benchmark on this machine: plans its members, drives its repetitions, and ends it when it is cancelled. */
package io.jgbench.local;
