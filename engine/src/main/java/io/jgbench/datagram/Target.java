package io.jgbench.datagram;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Where packets go: the address as Java has it, and as the kernel wants it. */
public final class Target {
    /** {@code struct sockaddr_in}: family, port, address, eight bytes of nothing. */
    static final int SOCKADDR_BYTES = 16;

    private static final short AF_INET = 2;
    private static final int PORT = 2;
    private static final int ADDRESS = 4;
    private static final int PORT_BITS = 16;
    private static final ValueLayout.OfShort NETWORK_SHORT = ValueLayout.JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt NETWORK_INT = ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);

    private final InetSocketAddress address;
    private final MemorySegment socketAddress;

    /**
     * A target.
     *
     * @throws IOException if the host's name has no IPv4 address
     */
    public Target(InetSocketAddress address) throws IOException {
        this.address = new InetSocketAddress(ipv4(address), address.getPort());
        this.socketAddress = socketAddress(Arena.ofAuto(), this.address);
    }

    private static InetAddress ipv4(InetSocketAddress address) throws IOException {
        if (address.getAddress() instanceof Inet4Address known) {
            return known;
        }
        String host = address.getHostString();
        try {
            for (InetAddress candidate : InetAddress.getAllByName(host)) {
                if (candidate instanceof Inet4Address found) {
                    return found;
                }
            }
        } catch (UnknownHostException e) {
            throw new IOException("there is no host " + host, e);
        }
        throw new IOException("host " + host + " has no IPv4 address");
    }

    static MemorySegment socketAddress(Arena arena, InetSocketAddress address) {
        MemorySegment raw = arena.allocate(SOCKADDR_BYTES, Long.BYTES);
        raw.set(ValueLayout.JAVA_SHORT, 0, AF_INET);
        raw.set(NETWORK_SHORT, PORT, (short) address.getPort());
        raw.set(
                NETWORK_INT,
                ADDRESS,
                ByteBuffer.wrap(address.getAddress().getAddress()).getInt());
        return raw;
    }

    /** The address. */
    public InetSocketAddress address() {
        return address;
    }

    MemorySegment socketAddress() {
        return socketAddress;
    }

    /** Address and port as one number, which tells senders apart without an object. */
    static long source(MemorySegment socketAddress, long offset) {
        return Integer.toUnsignedLong(socketAddress.get(NETWORK_INT, offset + ADDRESS)) << PORT_BITS
                | Short.toUnsignedLong(socketAddress.get(NETWORK_SHORT, offset + PORT));
    }

    /** Address and port as one number, which {@link #address(long)} reads. */
    public static long source(InetSocketAddress address) {
        return Integer.toUnsignedLong(ByteBuffer.wrap(address.getAddress().getAddress())
                                .getInt())
                        << PORT_BITS
                | address.getPort();
    }

    /** The address that such a number stands for. */
    public static InetSocketAddress address(long source) {
        byte[] bytes = ByteBuffer.allocate(Integer.BYTES)
                .putInt((int) (source >>> PORT_BITS))
                .array();
        try {
            return new InetSocketAddress(InetAddress.getByAddress(bytes), (int) (source & 0xFFFF));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }
}
