/** Runs benchmarks on Kubernetes. */
package io.jgbench.operator;
