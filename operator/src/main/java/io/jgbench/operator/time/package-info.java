/** The clock by which the operator waits. */
package io.jgbench.operator.time;
