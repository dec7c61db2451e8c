package io.jgbench.preflight;

import java.util.List;

/**
 * The connections that a member makes to one port of all others. It begins all of them at once: one that is not
 * answered takes half of the time that a pre-flight has.
 */
final class ConnectProbes {
    private final List<ConnectProbe> connects;

    /** They begin in this order; none does yet. */
    ConnectProbes(List<ConnectProbe> connects) {
        this.connects = List.copyOf(connects);
    }

    /** As {@link PeerProbe#advance}. */
    long advance(long nowNanos, ProbeSockets sockets) {
        long due = Long.MAX_VALUE;
        for (var connect : connects) {
            if (!connect.isBegun()) {
                connect.begin(sockets.self(), sockets.selector(), nowNanos);
            }
            due = Math.min(due, connect.advance(nowNanos));
        }
        return due;
    }

    boolean isDone() {
        return connects.stream().allMatch(ConnectProbe::isDone);
    }
}
