package io.jgbench.member;

/** A request that the member does not carry out; the message is one sentence for who asked. */
final class RequestRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    RequestRefusedException(String message) {
        super(message);
    }
}
