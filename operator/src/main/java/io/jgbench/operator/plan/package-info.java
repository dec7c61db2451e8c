/** The nodes and ports that the members of a run get, and the text of its stack. */
package io.jgbench.operator.plan;
