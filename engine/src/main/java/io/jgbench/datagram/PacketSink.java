package io.jgbench.datagram;

import java.lang.foreign.MemorySegment;

/** Takes packets that have arrived. */
@FunctionalInterface
public interface PacketSink {

    /**
     * One packet; its bytes are the socket's again when this returns.
     *
     * @param source the sender's IPv4 address and port; see {@link Target#source}
     */
    void packet(MemorySegment buffer, long offset, int length, long source);
}
