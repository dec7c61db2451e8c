/**
 * Probes the network between the members before they join: from the address and the ports that their transports bind
 * to later, by one thread for each member.
 */
package io.jgbench.preflight;
