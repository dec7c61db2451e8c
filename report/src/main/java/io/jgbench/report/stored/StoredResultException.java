package io.jgbench.report.stored;

/** A result that was stored cannot be read; the message is one sentence for the user. */
public class StoredResultException extends Exception {
    private static final long serialVersionUID = 1L;

    /** With the sentence alone. */
    public StoredResultException(String message) {
        super(message);
    }

    /** With the sentence and what lies behind it. */
    public StoredResultException(String message, Throwable cause) {
        super(message, cause);
    }
}
