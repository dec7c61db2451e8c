/** The steps of a run that is under way: finds it again, drives its members, begins its next repetition. */
package io.jgbench.operator.reconcile.drive;
