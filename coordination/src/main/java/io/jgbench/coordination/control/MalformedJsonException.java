package io.jgbench.coordination.control;

/** JSON that is not what was expected; the message is one sentence that says what was and what was found. */
public final class MalformedJsonException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedJsonException(String message, Throwable cause) {
        super(message, cause);
    }
}
