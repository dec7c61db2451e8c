/**
 * The commands {@code report}, {@code diff} and {@code history}, which measure nothing and show what is stored in a
 * folder, on a cluster or in a bucket.
 */
package io.jgbench.cli.stored;
