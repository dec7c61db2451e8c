package io.jgbench.member.control;

/** A request that is not taken; the connection ends after the answer. */
final class BadRequestException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    BadRequestException(int status, String message) {
        super(message);
        this.status = status;
    }

    /** The status of the answer. */
    int status() {
        return status;
    }
}
