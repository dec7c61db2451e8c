/** What was lost, and who waited for whom, between each member and each other one. */
package io.jgbench.coordination.pairs;
