package io.jgbench.transport;

/**
 * A protocol stack is not one that can be used; the message names the stack, the place in it and what is wrong. It may
 * quote the stack, and is cut where that is long.
 */
public class InvalidStackException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;
    private static final int MOST_CHARACTERS = 1_000;

    /** With the sentence alone. */
    public InvalidStackException(String message) {
        super(cut(message));
    }

    /** With the sentence and what lies behind it. */
    public InvalidStackException(String message, Throwable cause) {
        super(cut(message), cause);
    }

    private static String cut(String message) {
        return message.length() <= MOST_CHARACTERS ? message : message.substring(0, MOST_CHARACTERS) + "…";
    }
}
