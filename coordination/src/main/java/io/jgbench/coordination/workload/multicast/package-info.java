/** The workload Multicast, without running it. */
package io.jgbench.coordination.workload.multicast;
