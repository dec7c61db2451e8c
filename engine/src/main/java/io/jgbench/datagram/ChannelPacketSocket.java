package io.jgbench.datagram;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import jdk.net.ExtendedSocketOptions;

/** By Java's own channel, a packet at a time: for systems whose calls are not known. */
final class ChannelPacketSocket implements PacketSocket {
    private static final int MOST_PACKETS = 16;
    private static final int RECEIVED_AT_ONCE = 256;
    private static final long PATIENCE_MILLIS = 20;
    private static final long FULL_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    private final DatagramChannel channel;
    private final Selector readable;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment received = arena.allocate(MAX_PACKET_BYTES + 1, Long.BYTES);
    private final ByteBuffer receivedBytes = received.asByteBuffer();

    /** The buffer over the memory that was last sent from. */
    private ByteBuffer sentBytes = ByteBuffer.allocate(0);

    private MemorySegment sent = MemorySegment.NULL;

    private final AtomicLong filtered = new AtomicLong();

    private ChannelPacketSocket(DatagramChannel channel, Selector readable) {
        this.channel = channel;
        this.readable = readable;
    }

    /** Opens and binds one. */
    static ChannelPacketSocket open(SocketPlan plan) throws IOException {
        DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET);
        try {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, (int) plan.receiveBufferBytes());
            channel.setOption(StandardSocketOptions.SO_SNDBUF, (int) plan.sendBufferBytes());
            channel.bind(plan.local());
            channel.configureBlocking(false);
            Selector readable = Selector.open();
            channel.register(readable, SelectionKey.OP_READ);
            return new ChannelPacketSocket(channel, readable);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public InetSocketAddress localAddress() {
        try {
            return (InetSocketAddress) channel.getLocalAddress();
        } catch (IOException e) {
            throw new IllegalStateException("the channel is closed", e);
        }
    }

    @Override
    public String path() {
        return "DatagramChannel";
    }

    @Override
    public long filtered() {
        return filtered.get();
    }

    @Override
    public int receiveBufferBytes() {
        return bufferBytes(StandardSocketOptions.SO_RCVBUF);
    }

    @Override
    public int sendBufferBytes() {
        return bufferBytes(StandardSocketOptions.SO_SNDBUF);
    }

    private int bufferBytes(java.net.SocketOption<Integer> option) {
        try {
            return channel.getOption(option);
        } catch (IOException e) {
            throw new IllegalStateException("the channel is closed", e);
        }
    }

    @Override
    public int mostPackets(int packetBytes) {
        return MOST_PACKETS;
    }

    @Override
    public int send(MemorySegment packets, int count, int packetBytes, Target to) throws IOException {
        if (!sent.equals(packets)) {
            sent = packets;
            sentBytes = packets.asByteBuffer();
        }
        for (int i = 0; i < count; i++) {
            sentBytes.limit((i + 1) * packetBytes).position(i * packetBytes);
            try {
                while (channel.send(sentBytes, to.address()) == 0) {
                    LockSupport.parkNanos(this, FULL_NANOS);
                }
            } catch (IOException e) {
                String why = String.valueOf(e.getMessage());
                if (why.contains("No buffer space available")) {
                    return i;
                }
                if (why.contains("Operation not permitted")) {
                    filtered.incrementAndGet();
                    continue;
                }
                throw why.contains("Message too long")
                        ? new PacketTooLargeException(packetBytes, to)
                        : new IOException(
                                "cannot send to " + to.address().getAddress().getHostAddress() + ":"
                                        + to.address().getPort() + ": " + why,
                                e);
            }
        }
        return count;
    }

    @Override
    public int receive(PacketSink sink) throws IOException {
        int packets = 0;
        while (packets < RECEIVED_AT_ONCE && take(sink)) {
            packets++;
        }
        if (packets == 0) {
            readable.select(PATIENCE_MILLIS);
            readable.selectedKeys().clear();
        }
        return packets;
    }

    private boolean take(PacketSink sink) throws IOException {
        receivedBytes.clear();
        var from = (InetSocketAddress) channel.receive(receivedBytes);
        if (from == null) {
            return false;
        }
        sink.packet(received, 0, receivedBytes.position(), Target.source(from));
        return true;
    }

    @Override
    public void dontFragment(boolean forbidden) throws IOException {
        channel.setOption(ExtendedSocketOptions.IP_DONTFRAGMENT, forbidden);
    }

    @Override
    public void tellUnreachable(UnreachableSink sink) {
        // a channel hears of it only when it is connected, and this one has many targets
    }

    @Override
    public void close() {
        try (arena;
                readable;
                channel) {
            readable.wakeup();
        } catch (IOException _) {
            // The descriptors are gone either way, and there is nothing that anybody could do about it.
        }
    }
}
