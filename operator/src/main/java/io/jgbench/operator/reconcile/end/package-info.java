/** What a run came to: its outcome and figures in the status, its full result, and a run that cannot continue. */
package io.jgbench.operator.reconcile.end;
