package io.jgbench.cli;

/** What the user gave cannot be run; the message is one line for the user. */
final class BadInputException extends Exception {
    private static final long serialVersionUID = 1L;

    BadInputException(String message) {
        super(message);
    }

    BadInputException(Exception cause) {
        super(FileFailure.message(cause), cause);
    }
}
