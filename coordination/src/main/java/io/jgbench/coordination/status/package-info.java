/** Results as the status of a {@code BenchmarkRun}. */
package io.jgbench.coordination.status;
