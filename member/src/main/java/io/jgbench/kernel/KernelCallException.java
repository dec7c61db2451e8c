package io.jgbench.kernel;

/** The kernel refused a call. */
public final class KernelCallException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int error;

    KernelCallException(int error, String message) {
        super(message);
        this.error = error;
    }

    /** The number of the error, of Linux' {@code errno-base.h} and {@code errno.h}; the message is its text. */
    public int error() {
        return error;
    }
}
