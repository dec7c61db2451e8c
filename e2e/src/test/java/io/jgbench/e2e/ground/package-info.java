/** The ground that a benchmark stands on: nodes, their networks, and what may be changed on them. */
package io.jgbench.e2e.ground;
