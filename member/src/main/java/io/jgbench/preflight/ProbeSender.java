package io.jgbench.preflight;

/** Sends the packets of a probe. */
interface ProbeSender {
    /** What became of a packet. */
    enum SendOutcome {
        /** The kernel took it, or refused it for a reason that lies in the network. */
        SENT,
        /** There was no room for it in the own host's queues. */
        NO_ROOM,
        /** It is larger than the interface or the path is known to carry. */
        TOO_LARGE
    }

    /**
     * Sends one packet.
     *
     * @param kind what it is for
     * @param number counts packets of a kind
     * @param argument its meaning depends on the kind
     * @param ipBytes its size as an IP packet, 0 for a small one
     */
    SendOutcome send(ProbePacket.Kind kind, int number, int argument, int ipBytes);
}
