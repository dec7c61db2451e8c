package io.jgbench.coordination.control;

import java.util.Objects;

/** A call to a member that did not succeed; the message is one sentence that says who, what and why. */
public final class MemberCallException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    MemberCallException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = Objects.requireNonNull(kind, "kind");
    }

    /** How it failed. */
    public Kind kind() {
        return kind;
    }

    /** How a call can fail. */
    public enum Kind {
        /** Nobody listens there, the connection broke, or who answers is not that member. */
        UNREACHABLE,
        /** No answer in time. The member may have done what it was asked; calls can be repeated without harm. */
        TIMED_OUT,
        /** The member refuses: the request contradicts an earlier one, comes too early or too late, or is malformed. */
        REFUSED,
        /** What came back is not an answer of this protocol. */
        BAD_ANSWER
    }
}
