package io.jgbench.preflight;

import java.util.List;

/** The connections that a member makes to one port of all others, some of them at a time. */
final class ConnectProbes {
    /** Connections that are made at once. */
    private static final int AT_ONCE = 64;

    private final List<ConnectProbe> connects;

    /** They begin in this order; none does yet. */
    ConnectProbes(List<ConnectProbe> connects) {
        this.connects = List.copyOf(connects);
    }

    /** As {@link PeerProbe#advance}. */
    long advance(long nowNanos, ProbeSockets sockets) {
        long due = Long.MAX_VALUE;
        long underWay = connects.stream()
                .filter(connect -> connect.isBegun() && !connect.isDone())
                .count();
        for (var connect : connects) {
            if (!connect.isBegun() && underWay < AT_ONCE) {
                connect.begin(sockets.self(), sockets.selector(), nowNanos);
                underWay++;
            }
            due = Math.min(due, connect.advance(nowNanos));
        }
        return due;
    }

    boolean isDone() {
        return connects.stream().allMatch(ConnectProbe::isDone);
    }
}
