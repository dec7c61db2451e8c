/** Reconciles runs: which steps a run has in which state, and what wakes it. */
package io.jgbench.operator.reconcile;
