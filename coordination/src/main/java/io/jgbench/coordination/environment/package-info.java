/** What a figure was measured on: what each member's host says of itself, and what two runs have in common. */
package io.jgbench.coordination.environment;
