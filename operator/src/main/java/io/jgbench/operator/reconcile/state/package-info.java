/** What the operator knows of a run, and what a step is that looks after it. */
package io.jgbench.operator.reconcile.state;
