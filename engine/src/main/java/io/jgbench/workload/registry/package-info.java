/** Which workloads can be run. */
package io.jgbench.workload.registry;
