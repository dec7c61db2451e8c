package io.jgbench.coordination.spec;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * The flow-control window of a stack: what a sender may send before a receiver has said that it took it. It is the same
 * for all members of a run.
 *
 * @param bytes its size, at least {@value #LEAST_BYTES}
 * @param roomBytes the largest window for which there is room by what is known of hosts and links; empty where too
 *     little is known, and before that is looked at
 * @param reason why it has this size, in words that follow a colon
 */
public record FlowWindow(long bytes, OptionalLong roomBytes, String reason) {

    /** The least with which a fragment of the bundled stack, 30,000 bytes, is less than 40 % of the window. */
    public static final long LEAST_BYTES = 76_000;

    /** Checks the size and refuses nulls. */
    public FlowWindow {
        Objects.requireNonNull(roomBytes, "roomBytes");
        Objects.requireNonNull(reason, "reason");
        Checks.atLeast("window", 1, bytes);
    }

    /** A window that somebody has fixed; {@code reason} says who. */
    public static FlowWindow fixed(long bytes, String reason) {
        return new FlowWindow(bytes, OptionalLong.empty(), reason);
    }

    /** The same with what there is room for. */
    public FlowWindow withRoom(OptionalLong room) {
        return new FlowWindow(bytes, room, reason);
    }
}
