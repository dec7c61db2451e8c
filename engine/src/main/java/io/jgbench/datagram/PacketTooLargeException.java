package io.jgbench.datagram;

import java.io.IOException;

/** A packet does not fit the path and may not be fragmented. */
public final class PacketTooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    /** With the sentence for the user. */
    public PacketTooLargeException(int packetBytes, Target to) {
        super("a packet of " + packetBytes + " bytes to "
                + to.address().getAddress().getHostAddress()
                + " does not fit the path's MTU with its IP and UDP headers of 28 bytes, and must not be fragmented:"
                + " make the packets smaller, or allow fragmentation");
    }
}
