package io.jgbench.member;

/** The member cannot start, or did not end as it should; the message is one sentence for the user. */
final class MemberStartException extends Exception {
    private static final long serialVersionUID = 1L;

    MemberStartException(String message) {
        super(message);
    }

    MemberStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
