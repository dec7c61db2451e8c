/** The measuring half of Rpc: members call each other and time the answers. */
package io.jgbench.workload.rpc;
