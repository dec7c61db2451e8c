package io.jgbench.datagramtest;

import io.jgbench.datagram.SocketPlan;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one instance of the test does: the options of Coherence's datagram test.
 *
 * @param local the address that it binds
 * @param peers to whom it publishes; none for an instance that only listens
 * @param packetBytes size of a packet
 * @param payloadBytes bytes of data in each packet, 0 for as many as the packet size
 * @param processBytes bytes of each packet that are computed and checked
 * @param rxBufferPackets the receive buffer in packets
 * @param txBufferPackets the send buffer in packets
 * @param rxTimeout how long a connection may be silent until it is closed
 * @param txBytesPerSecond what is published a second over all peers; empty for no limit
 * @param txIterations packets to each peer; empty for no limit
 * @param txDuration how long is published; empty for no limit
 * @param reportPackets after how many packets a report is printed
 * @param tickPackets after how many packets a tick mark is printed
 * @param log where reports go as a table; empty for nowhere
 * @param logPackets after how many packets a line is written there
 * @param polite whether to wait for the first packet of another one before publishing
 * @param provider by which calls packets go
 */
@RecordBuilder
public record DatagramTestConfig(
        InetSocketAddress local,
        List<InetSocketAddress> peers,
        int packetBytes,
        int payloadBytes,
        int processBytes,
        int rxBufferPackets,
        int txBufferPackets,
        Duration rxTimeout,
        OptionalLong txBytesPerSecond,
        OptionalLong txIterations,
        Optional<Duration> txDuration,
        long reportPackets,
        long tickPackets,
        Optional<Path> log,
        long logPackets,
        boolean polite,
        SocketPlan.Provider provider) {

    /** The original's megabyte is 2^20 bytes: its 100,000 packets of 1468 bytes are "139 MBs". */
    public static final long MEGABYTE = 1L << 20;

    /** In the place of a number of packets after which something is done. */
    public static final long NEVER = Long.MAX_VALUE;

    /** Refuses nulls and copies the peers. */
    public DatagramTestConfig {
        Objects.requireNonNull(local, "local");
        peers = List.copyOf(peers);
        Objects.requireNonNull(rxTimeout, "rxTimeout");
        Objects.requireNonNull(txBytesPerSecond, "txBytesPerSecond");
        Objects.requireNonNull(txIterations, "txIterations");
        Objects.requireNonNull(txDuration, "txDuration");
        Objects.requireNonNull(log, "log");
        Objects.requireNonNull(provider, "provider");
    }

    /** What a packet holds. */
    int sentPacketBytes() {
        return payloadBytes == 0 ? packetBytes : payloadBytes;
    }

    /** The size of this number of packets in whole megabytes. */
    long megabytes(long packets) {
        return packets * packetBytes / MEGABYTE;
    }
}
