package io.jgbench.datagramtest;

import io.jgbench.datagram.Target;
import io.jgbench.datagram.UnreachableSink;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.List;

/**
 * Names listeners that are gone while a publisher publishes to them, each once. It belongs to the publishing thread.
 */
final class UnreachableListeners implements UnreachableSink {
    private final TestOutput output;

    /** As many as there are peers, of which the first are named; searched by answers that may come for each packet. */
    private final long[] named;

    private int names;

    /**
     * Names none of those that the user has been told of.
     *
     * @param peers how many there are
     * @param told some of them
     */
    UnreachableListeners(TestOutput output, int peers, Collection<InetSocketAddress> told) {
        this.output = output;
        this.named = new long[peers];
        told.forEach(peer -> named[names++] = Target.source(peer));
    }

    @Override
    public void unreachable(long to, Cause cause) {
        for (int i = 0; i < names; i++) {
            if (named[i] == to) {
                return;
            }
        }
        named[names++] = to;
        output.lines(List.of(TestLines.unreachable(Target.address(to), cause)));
    }
}
