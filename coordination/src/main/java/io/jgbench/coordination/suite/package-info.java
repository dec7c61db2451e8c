/** A suite: its cells and visits, in which order they are made, what is kept of each, and what they come to. */
package io.jgbench.coordination.suite;
