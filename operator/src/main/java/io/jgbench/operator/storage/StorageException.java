package io.jgbench.operator.storage;

/** A full result could not be stored; the message says why, without anything secret. */
public final class StorageException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Because of this. */
    public StorageException(String message) {
        super(message);
    }

    /** Because of this. */
    public StorageException(String message, Throwable cause) {
        super(message, cause);
    }
}
