package io.jgbench.coordination.suite.result;

/** A document of a suite cannot be read; the message is one line that says which, why and what to do. */
public final class SuiteFormatException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean isNewer;

    /** With the line. */
    public SuiteFormatException(String message) {
        this(message, null);
    }

    /** The same, with what it was found by. */
    public SuiteFormatException(String message, Throwable cause) {
        this(message, cause, false);
    }

    private SuiteFormatException(String message, Throwable cause, boolean isNewer) {
        super(message, cause);
        this.isNewer = isNewer;
    }

    /** Of a document that a later version wrote. */
    public static SuiteFormatException newer(String message) {
        return newer(message, null);
    }

    /** The same, with what it was found by. */
    public static SuiteFormatException newer(String message, Throwable cause) {
        return new SuiteFormatException(message, cause, true);
    }

    /** Whether a later version wrote the document, which is whole. */
    public boolean isNewer() {
        return isNewer;
    }

    /**
     * Of a document that cannot be read to its end.
     *
     * @param place where it is from
     */
    public static SuiteFormatException notWhole(String place, Exception cause) {
        return notWhole(place, cause.getMessage() == null ? "it ends too early" : cause.getMessage(), cause);
    }

    /**
     * The same.
     *
     * @param why it cannot
     */
    static SuiteFormatException notWhole(String place, String why, Throwable cause) {
        return new SuiteFormatException(place + " is not whole: " + why + "; remove it, and it is made again", cause);
    }
}
