/** The messages of the control protocol: what a member is asked for, what it answers and what it reports. */
package io.jgbench.coordination.protocol;
