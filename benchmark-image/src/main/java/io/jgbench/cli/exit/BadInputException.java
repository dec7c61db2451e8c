package io.jgbench.cli.exit;

/** What the user gave cannot be run; the message is one line for the user. */
public final class BadInputException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Takes the line. */
    public BadInputException(String message) {
        super(message);
    }

    /** Takes the line from what lies behind it. */
    public BadInputException(Exception cause) {
        super(FileFailure.message(cause), cause);
    }
}
