/** What several steps say of a run in its status. */
package io.jgbench.operator.reconcile.status;
