/**
 * What is common to all workloads. What is one workload's own stands in a package below that bears its name. No such
 * package knows another one; {@link io.jgbench.coordination.workload.registry.Workloads} knows all.
 */
package io.jgbench.coordination.workload;
