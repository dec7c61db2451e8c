/** Where full results outlive their runs: a volume or a bucket. */
package io.jgbench.operator.storage;
