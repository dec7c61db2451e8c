package io.jgbench.workload.messagebus;

import io.jgbench.transport.DirectSender;
import io.jgbench.transport.TransportException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Tells receivers how many messages a member's streams have, until each has acknowledged it. */
final class StreamEnds {
    private final DirectSender transport;
    private final int phase;
    private final Set<Integer> heard = ConcurrentHashMap.newKeySet();

    StreamEnds(DirectSender transport, int phase) {
        this.transport = transport;
        this.phase = phase;
    }

    /**
     * A stream that has ended.
     *
     * @param self its member's place
     * @param stream its number
     * @param peer to whom it went
     * @param messages how many it has
     */
    record End(int self, int stream, int peer, long messages) {}

    /** A receiver has heard it. */
    void heard(long header) {
        heard.add(key(BusHeader.stream(header), BusHeader.receiver(header)));
    }

    /** Those that their receivers have not heard yet. */
    List<End> unheard(List<End> ends) {
        List<End> unheard = new ArrayList<>(ends);
        unheard.removeIf(end -> heard.contains(key(end.stream(), end.peer())));
        return unheard;
    }

    /** Tells it, again and again, as it may be lost over an unreliable transport. */
    void say(List<End> ends) {
        byte[] message = new byte[BusHeader.BYTES];
        for (End end : ends) {
            long header = BusHeader.of(BusHeader.END, end.self(), end.peer(), phase, end.stream(), end.messages());
            BusHeader.write(message, 0, header, 0);
            try {
                transport.sendTo(end.peer(), message, 0, message.length);
            } catch (TransportException _) {
                // It is said again; a member that has left is missed by the view, not here.
            }
        }
    }

    private static int key(int stream, int peer) {
        return stream * BusHeader.MAX_PEERS + peer;
    }
}
