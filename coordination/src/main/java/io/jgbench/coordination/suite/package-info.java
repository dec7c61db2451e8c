/** A suite: what is asked, its cells and visits, in which order they are made, and what is kept of each. */
package io.jgbench.coordination.suite;
