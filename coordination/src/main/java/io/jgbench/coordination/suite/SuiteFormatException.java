package io.jgbench.coordination.suite;

/** A document of a suite cannot be read; the message is one line that says which, why and what to do. */
public final class SuiteFormatException extends Exception {
    private static final long serialVersionUID = 1L;

    /** With the line. */
    public SuiteFormatException(String message) {
        super(message);
    }

    SuiteFormatException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * Of a document that cannot be read to its end.
     *
     * @param place where it is from
     */
    public static SuiteFormatException notWhole(String place, Exception cause) {
        String why = cause.getMessage() == null ? "it ends too early" : cause.getMessage();
        return new SuiteFormatException(place + " is not whole: " + why + "; remove it, and it is made again", cause);
    }
}
