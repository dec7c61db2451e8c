/** The status of a run, as the operator writes it. */
package io.jgbench.operator.status;
