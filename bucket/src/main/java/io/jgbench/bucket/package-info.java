/** Objects in a bucket of a server that speaks the S3 protocol. */
package io.jgbench.bucket;
