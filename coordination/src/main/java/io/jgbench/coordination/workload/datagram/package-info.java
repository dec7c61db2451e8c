/** The workload Datagram, without running it. */
package io.jgbench.coordination.workload.datagram;
