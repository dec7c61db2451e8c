package io.jgbench.transport;

/** A protocol stack is not one that can be used; the message names the stack, the place in it and what is wrong. */
public class InvalidStackException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** With the sentence alone. */
    public InvalidStackException(String message) {
        super(message);
    }

    /** With the sentence and what lies behind it. */
    public InvalidStackException(String message, Throwable cause) {
        super(message, cause);
    }
}
