/** The measuring half of Multicast: senders send to all members, and receivers check order and loss. */
package io.jgbench.workload.multicast;
