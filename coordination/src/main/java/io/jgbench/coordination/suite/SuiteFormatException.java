package io.jgbench.coordination.suite;

/** A document of a suite cannot be read; the message is one line that says which, why and what to do. */
public final class SuiteFormatException extends Exception {
    private static final long serialVersionUID = 1L;

    SuiteFormatException(String message) {
        super(message);
    }

    SuiteFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
