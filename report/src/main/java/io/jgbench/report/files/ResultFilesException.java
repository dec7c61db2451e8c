package io.jgbench.report.files;

/** Results cannot be written; the message is one sentence for the user. */
public class ResultFilesException extends Exception {
    private static final long serialVersionUID = 1L;

    /** With the sentence alone. */
    public ResultFilesException(String message) {
        super(message);
    }

    /** With the sentence and what lies behind it. */
    public ResultFilesException(String message, Throwable cause) {
        super(message, cause);
    }
}
