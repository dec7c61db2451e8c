/** Whether the hosts that a run changed are as before, and pods that restore those that are not. */
package io.jgbench.operator.reconcile.restore;
