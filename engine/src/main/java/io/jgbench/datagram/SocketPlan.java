package io.jgbench.datagram;

import java.net.InetSocketAddress;
import java.util.Objects;

/**
 * What a socket is to be.
 *
 * @param local where to bind; port 0 for any that is free
 * @param packetBytes size of the packets, by which buffers are counted
 * @param receiveBufferPackets how many packets the receive buffer is to hold
 * @param sendBufferPackets how many packets the send buffer is to hold
 * @param provider by which calls
 */
public record SocketPlan(
        InetSocketAddress local, int packetBytes, int receiveBufferPackets, int sendBufferPackets, Provider provider) {

    /**
     * The largest buffer that a socket can have, in bytes: the kernel doubles it, and counts in 32 bits (socket(7)).
     */
    static final int MAX_BUFFER_BYTES = Integer.MAX_VALUE / 2;

    /** Refuses nulls. */
    public SocketPlan {
        Objects.requireNonNull(local, "local");
        Objects.requireNonNull(provider, "provider");
    }

    long receiveBufferBytes() {
        return (long) packetBytes * receiveBufferPackets;
    }

    long sendBufferBytes() {
        return (long) packetBytes * sendBufferPackets;
    }

    /** By which calls packets are sent and received. */
    public enum Provider {
        /** The system's own calls where there are any, else Java's. */
        AUTO,
        /** Linux' calls for many packets at a time, or nothing. */
        SYSTEM,
        /** Java's DatagramChannel, a packet at a time. */
        CHANNEL
    }
}
