/** The steps of a run that waits, until its first repetition begins on nodes of its own. */
package io.jgbench.operator.reconcile.begin;
