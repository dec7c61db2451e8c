/** The test of org.jgroups.tests.perf.Test: members started by hand, which need no controller. */
package io.jgbench.perftest;
