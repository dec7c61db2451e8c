/**
 * What a workload is: it sends messages over a transport and measures them. Workloads share pacing, threads, the end of
 * a run and its failures. Each workload has a package of its own.
 */
package io.jgbench.workload;
