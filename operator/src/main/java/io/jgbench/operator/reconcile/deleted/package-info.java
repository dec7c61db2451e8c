/** Ends what is left of runs that were deleted. */
package io.jgbench.operator.reconcile.deleted;
