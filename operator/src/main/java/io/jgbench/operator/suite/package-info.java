/** Suites on a cluster: their visits one after the other, and the digests of these. */
package io.jgbench.operator.suite;
