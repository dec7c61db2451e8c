package io.jgbench.bucket;

/** A bucket refuses, cannot be reached, or holds something else; the message is a sentence without anything secret. */
public final class BucketException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Because of this. */
    public BucketException(String message) {
        super(message);
    }

    /** Because of this. */
    public BucketException(String message, Throwable cause) {
        super(message, cause);
    }
}
