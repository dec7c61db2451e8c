/** From a suite as it is declared to its cells, with one run each. */
package io.jgbench.coordination.suite.resolve;
