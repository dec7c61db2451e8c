package io.jgbench.messagebustest;

import java.time.Duration;

/**
 * How long peers are waited for.
 *
 * @param missed after this the user is told who does not answer
 * @param comes a peer may be started after this one, but not later than this
 * @param answers a peer that is connected answers within this, or its host or the network is taken for dead
 */
record PeerTimeouts(Duration missed, Duration comes, Duration answers) {

    /** With people who start programs on several hosts. */
    static final PeerTimeouts BY_HAND =
            new PeerTimeouts(Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(60));
}
