/**
 * The state machine of a run, from the launch of its members to their reports. It is a pure function. Its driver has
 * the clock, the connections and the members.
 */
package io.jgbench.coordination.run;
