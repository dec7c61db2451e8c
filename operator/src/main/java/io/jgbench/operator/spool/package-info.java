/** Files for what is too large to be in memory and is not to outlive the process. */
package io.jgbench.operator.spool;
