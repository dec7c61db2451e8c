package io.jgbench.transport;

/** A transport cannot do what it was asked to; the message is one sentence for the user. */
public class TransportException extends Exception {
    private static final long serialVersionUID = 1L;

    /** With the sentence alone. */
    public TransportException(String message) {
        super(message);
    }

    /** With the sentence and what lies behind it. */
    public TransportException(String message, Throwable cause) {
        super(message, cause);
    }
}
