package io.jgbench.coordination.protocol;

import io.jgbench.coordination.BoundedText;
import java.util.Objects;

/**
 * Why a member has failed.
 *
 * @param kind the kind of failure, which says who has to act
 * @param message what was expected, what was found and where, in one sentence; the beginning of a long one
 */
public record MemberFailure(Kind kind, String message) {
    /** As many as the operator writes of a message into a status. */
    private static final int MAX_MESSAGE_CHARACTERS = 4096;

    /** Refuses nulls and cuts a long message: the controller stores those of all members in one place. */
    public MemberFailure {
        Objects.requireNonNull(kind, "kind");
        message = BoundedText.of(Objects.requireNonNull(message, "message"), MAX_MESSAGE_CHARACTERS);
    }

    /** A failure of no kind of its own. */
    public static MemberFailure of(String message) {
        return new MemberFailure(Kind.OTHER, message);
    }

    /** The kinds that call for different remedies. */
    public enum Kind {
        /** JGroups does not take the stack: change the stack. */
        STACK_INVALID,
        /** The host has not the interface that members are to bind to: change the interface or the nodes. */
        INTERFACE_MISSING,
        /** Another member left while the workload ran: look at that one and its host. */
        OTHER_LEFT,
        /** The workload was not done in the time that the run gives it: do less, or give it longer. */
        OUT_OF_TIME,
        /** The member's image does not carry the JGroups that the run asks for: change the version or the image. */
        JGROUPS_MISSING,
        /** The member's heap was full: give it a larger one, or let less be under way. */
        OUT_OF_HEAP,
        /** Any other; the message tells. */
        OTHER
    }
}
