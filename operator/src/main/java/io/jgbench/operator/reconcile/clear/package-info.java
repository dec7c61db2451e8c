/** The steps of a run that is over: its pods end, its nodes are free, its result is stored, it is retired. */
package io.jgbench.operator.reconcile.clear;
