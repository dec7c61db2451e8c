package io.jgbench.coordination.preflight;

import java.time.Duration;

/**
 * How much is probed, and what is made of it.
 *
 * <p>On a clean network a path takes one small packet, one burst, one question how much of the burst arrived, one
 * packet that fills the MTU, and one in fragments where the transport sends such; all but the burst are answered. Each
 * member sends 2 packets to the group, which all others answer. With 256 members each sends some 7,000 packets, its
 * answers included, and some 1,000 more by a socket of the workload's own, which takes a small and a large packet a
 * path. Only where something is missing more is sent, {@value #MOST_BURSTS} bursts at the most. However many members
 * there are, each of them ends its probes after {@link #LONGEST}.
 */
public final class PreflightLimits {
    /** Small packets of a burst. All of them fit a receive buffer of the smallest default size many times over. */
    public static final int BURST_PACKETS = 20;

    /** Bursts on a path where packets of the first are missing. */
    public static final int MOST_BURSTS = 5;

    /** A path that loses packets does so in this many bursts, so that a moment's congestion is none. */
    public static final int LOSSY_BURSTS = 3;

    /**
     * And this many of a thousand packets, as fewer cost little and are found while the run measures: a stack repairs
     * them, and the result says where.
     */
    public static final int LOSSY_PERMILLE = 50;

    /** Packets, sent over seconds, that have to be missing before the way counts as blocked. */
    public static final int LEAST_ATTEMPTS = 5;

    /** Packets that arrived twice from which on it is no accident. */
    public static final int LEAST_DUPLICATES = 2;

    /** No member probes for longer than this, whatever is missing. */
    public static final Duration LONGEST = Duration.ofSeconds(7);

    private PreflightLimits() {}
}
