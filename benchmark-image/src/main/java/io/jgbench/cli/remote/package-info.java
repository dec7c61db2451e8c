/** Reads what is stored elsewhere: runs and suites on a cluster, by the user's kubectl, and suites in a bucket. */
package io.jgbench.cli.remote;
