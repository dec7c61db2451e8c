package io.jgbench.workload;

/** A workload could not be done; the message is one sentence for the user. */
public class WorkloadException extends Exception {
    private static final long serialVersionUID = 1L;

    /** With the sentence alone. */
    public WorkloadException(String message) {
        super(message);
    }

    /** With the sentence and what lies behind it. */
    public WorkloadException(String message, Throwable cause) {
        super(message, cause);
    }
}
