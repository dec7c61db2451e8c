package io.jgbench.workload.messagebus;

import io.jgbench.coordination.workload.messagebus.MessageBusSpec;
import java.util.stream.IntStream;

/**
 * Who sends to whom in a run: the first members to the last ones, nobody to itself. With relay a member that is sent to
 * passes on to the next one of those.
 */
record Routes(MessageBusSpec spec, int members) {

    boolean sends(int member) {
        return member < spec.senders(members);
    }

    private boolean receives(int member) {
        return member >= firstReceiver();
    }

    private int firstReceiver() {
        return members - spec.receivers(members);
    }

    /** The members that one sends messages of its own to. */
    int[] destinations(int member) {
        return IntStream.range(firstReceiver(), members)
                .filter(other -> other != member && sends(member))
                .toArray();
    }

    /** The members whose own messages one receives. */
    int[] sources(int member) {
        return spec.sourcesOf(member, members);
    }

    boolean relays(int member) {
        return spec.relay() && receives(member);
    }

    /** The member to which one passes on. */
    int relayTarget(int member) {
        return member + 1 < members ? member + 1 : firstReceiver();
    }

    /** The member that passes on to one. */
    int relaySource(int member) {
        return member > firstReceiver() ? member - 1 : members - 1;
    }
}
