package io.jgbench.perftest;

/** The test could not be done; the message is one sentence for the user. */
public final class PerfTestException extends Exception {
    private static final long serialVersionUID = 1L;

    PerfTestException(String message) {
        super(message);
    }

    PerfTestException(String message, Throwable cause) {
        super(message, cause);
    }
}
