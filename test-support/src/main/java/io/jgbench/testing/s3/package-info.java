/** A real server of the S3 protocol for tests. */
package io.jgbench.testing.s3;
