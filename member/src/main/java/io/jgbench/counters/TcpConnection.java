package io.jgbench.counters;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * What the kernel counted of a TCP connection since it was opened: {@code struct inet_diag_msg} with {@code struct
 * tcp_info}, of {@code linux/inet_diag.h} and {@code linux/tcp.h}. The counts of segments have 32 bits.
 *
 * @param cookie the kernel's number of the socket, never used again
 * @param inode the socket's inode
 * @param remote the other end's address
 * @param segmentsSent segments with data, those sent again included
 * @param segmentsResent segments sent again
 * @param segmentsDuplicate segments that the other end says it had already
 * @param windowLimitedMicros for how long there was data to send and no room at the other end
 */
record TcpConnection(
        long cookie,
        long inode,
        InetAddress remote,
        int segmentsSent,
        int segmentsResent,
        int segmentsDuplicate,
        long windowLimitedMicros) {
    /** {@code struct inet_diag_msg}. */
    private static final int DIAG_BYTES = 72;

    private static final int REMOTE_ADDRESS = 24;
    private static final int COOKIE = 44;
    private static final int INODE = 68;
    private static final int IPV4_BYTES = 4;
    private static final int IPV6_BYTES = 16;
    private static final byte AF_INET = 2;

    /** {@code struct rtattr}. */
    private static final int ATTRIBUTE_BYTES = 4;

    private static final short INET_DIAG_INFO = 2;

    private static final int TOTAL_RETRANS = 100;
    private static final int DATA_SEGS_OUT = 156;
    private static final int RWND_LIMITED = 176;
    private static final int DSACK_DUPS = 216;
    private static final int LEAST_INFO_BYTES = 220;

    /**
     * Reads one, from behind the header of its message.
     *
     * @param message what the kernel said, from position to limit
     * @return empty where it does not say enough, as kernels before 4.19 do not
     */
    static Optional<TcpConnection> of(ByteBuffer message) {
        ByteBuffer diag = message.slice().order(ByteOrder.nativeOrder());
        try {
            for (int at = DIAG_BYTES; at + ATTRIBUTE_BYTES <= diag.limit(); ) {
                int bytes = Short.toUnsignedInt(diag.getShort(at));
                if (diag.getShort(at + 2) == INET_DIAG_INFO && bytes >= ATTRIBUTE_BYTES + LEAST_INFO_BYTES) {
                    return Optional.of(of(diag, at + ATTRIBUTE_BYTES));
                }
                at += Math.max(ATTRIBUTE_BYTES, bytes + 3 & ~3);
            }
            return Optional.empty();
        } catch (IndexOutOfBoundsException | BufferUnderflowException | UnknownHostException e) {
            // shorter than its own lengths say, so not what is read here
            return Optional.empty();
        }
    }

    private static TcpConnection of(ByteBuffer diag, int info) throws UnknownHostException {
        byte[] address = new byte[diag.get(0) == AF_INET ? IPV4_BYTES : IPV6_BYTES];
        diag.get(REMOTE_ADDRESS, address);
        return new TcpConnection(
                diag.getLong(COOKIE),
                Integer.toUnsignedLong(diag.getInt(INODE)),
                InetAddress.getByAddress(address), // an IPv4 address within IPv6 becomes one of IPv4
                diag.getInt(info + DATA_SEGS_OUT),
                diag.getInt(info + TOTAL_RETRANS),
                diag.getInt(info + DSACK_DUPS),
                diag.getLong(info + RWND_LIMITED));
    }
}
