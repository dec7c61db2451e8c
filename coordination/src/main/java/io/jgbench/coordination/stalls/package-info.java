/** When members stood still in the measured part, and what else happened then. Pure: no clock, no threads. */
package io.jgbench.coordination.stalls;
