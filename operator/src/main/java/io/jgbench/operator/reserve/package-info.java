/** Which run has its turn, and the Leases by which a run has its nodes. */
package io.jgbench.operator.reserve;
