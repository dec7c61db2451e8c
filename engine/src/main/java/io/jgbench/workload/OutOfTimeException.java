package io.jgbench.workload;

/** A workload, or its warm-up, that was not done within its time; the message tells what is missing from whom. */
public final class OutOfTimeException extends WorkloadException {
    private static final long serialVersionUID = 1L;

    /** With the sentence. */
    public OutOfTimeException(String message) {
        super(message);
    }
}
