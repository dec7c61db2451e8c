/** The workload MessageBus, without running it. */
package io.jgbench.coordination.workload.messagebus;
