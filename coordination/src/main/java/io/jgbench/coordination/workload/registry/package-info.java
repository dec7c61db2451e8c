/** Which workloads there are. */
package io.jgbench.coordination.workload.registry;
