/** The workload Rpc, without running it. */
package io.jgbench.coordination.workload.rpc;
