/** What the operator exports as metrics, and the HTTP endpoints that serve them. */
package io.jgbench.operator.metrics;
