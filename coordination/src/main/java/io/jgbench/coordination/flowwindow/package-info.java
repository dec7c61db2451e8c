/** Chooses the flow-control window of the bundled stack from what is known of hosts and links. */
package io.jgbench.coordination.flowwindow;
