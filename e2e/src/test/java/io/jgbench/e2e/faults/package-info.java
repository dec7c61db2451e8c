/** Rounds of random faults on a cluster, carried out one after the other as a seed plans them. */
package io.jgbench.e2e.faults;
