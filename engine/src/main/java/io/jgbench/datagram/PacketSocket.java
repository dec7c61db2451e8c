package io.jgbench.datagram;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;

/**
 * A bound datagram socket over IPv4 that moves many packets in one call.
 *
 * @implSpec One thread sends and another one receives; neither call allocates. {@link #close} is called once both have
 *     ended.
 */
public interface PacketSocket extends AutoCloseable {

    /** What a datagram over IPv4 holds at the most, in bytes. */
    int MAX_PACKET_BYTES = 65_507;

    /** Where it is bound, with the port that was found where none was asked for. */
    InetSocketAddress localAddress();

    /** By which calls packets go, for the result. */
    String path();

    /** The receive buffer that the kernel granted, in bytes. */
    int receiveBufferBytes();

    /** The send buffer that the kernel granted, in bytes. */
    int sendBufferBytes();

    /** The most packets of a size that {@link #send} takes. */
    int mostPackets(int packetBytes);

    /**
     * Packets of which the kernel said that this host's own packet filter dropped them, or that its table of
     * connections is full. They count as sent, like packets that another host's filter drops. Any thread may ask.
     */
    long filtered();

    /**
     * Hands packets to the kernel that lie one behind the other; blocks while the send buffer is full.
     *
     * @param packets native memory
     * @param count how many, 1 to {@link #mostPackets}
     * @param packetBytes the size of each
     * @return how many the kernel took, from the first; fewer than the count where the interface's queue is full
     * @throws PacketTooLargeException if they do not fit the path and may not be fragmented
     * @throws IOException if they cannot be sent at all
     */
    int send(MemorySegment packets, int count, int packetBytes, Target to) throws IOException;

    /**
     * Takes what has arrived, or waits a moment for it.
     *
     * @return how many pieces had arrived: what the kernel hands over, or drops, as one, a packet or several that it
     *     has joined
     */
    int receive(PacketSink sink) throws IOException;

    /** Whether packets are sent with the flag that forbids routers and this host to fragment them. */
    void dontFragment(boolean forbidden) throws IOException;

    /**
     * From now on reports targets to which packets of this socket cannot be delivered, if the network says so. Java's
     * own channel cannot receive such reports. The sending thread calls it, and the sink is called while it sends.
     */
    void tellUnreachable(UnreachableSink sink) throws IOException;

    @Override
    void close();
}
