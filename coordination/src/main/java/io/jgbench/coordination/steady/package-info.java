/** When a warm-up has been long enough, and whether what was measured was steady. Pure: no clock, no threads. */
package io.jgbench.coordination.steady;
