/** The transport over a JGroups stack, and the reading of what the stack counts. */
package io.jgbench.transport.jgroups;
