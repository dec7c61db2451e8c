/** A member of a message bus test that is started by hand on each host, as Coherence's MessageBusTest is. */
package io.jgbench.messagebustest;
