package io.jgbench.datagram;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * What {@code sendmmsg} and {@code recvmmsg} take: an array of {@code struct mmsghdr}, each with one piece of data, one
 * address and room for control messages. Offsets are those of 64-bit Linux.
 */
final class MessageVector {
    private static final int MMSGHDR_BYTES = 64;
    private static final int NAME = 0;
    private static final int NAME_LENGTH = 8;
    private static final int DATA = 16;
    private static final int DATA_COUNT = 24;
    private static final int CONTROL = 32;
    private static final int CONTROL_LENGTH = 40;
    private static final int LENGTH = 56;

    /** {@code struct iovec}: where and how long. */
    private static final int IOVEC_BYTES = 16;

    private static final int CONTROL_BYTES = 64;
    private static final int CONTROL_LEVEL = 8;
    private static final int CONTROL_TYPE = 12;
    private static final int CONTROL_DATA = 16;

    /** In {@code struct sock_extended_err}, after the error. */
    private static final int ERROR_ORIGIN = 4;

    private final MemorySegment headers;
    private final MemorySegment pieces;
    private final MemorySegment names;
    private final MemorySegment controls;

    MessageVector(Arena arena, int messages) {
        headers = arena.allocate((long) messages * MMSGHDR_BYTES, Long.BYTES);
        pieces = arena.allocate((long) messages * IOVEC_BYTES, Long.BYTES);
        names = arena.allocate((long) messages * Target.SOCKADDR_BYTES, Long.BYTES);
        controls = arena.allocate((long) messages * CONTROL_BYTES, Long.BYTES);
        for (int i = 0; i < messages; i++) {
            headers.set(ADDRESS, header(i) + DATA, pieces.asSlice((long) i * IOVEC_BYTES, IOVEC_BYTES));
            headers.set(JAVA_LONG, header(i) + DATA_COUNT, 1);
        }
    }

    MemorySegment headers() {
        return headers;
    }

    /** Message i is to be sent from there. */
    void sendFrom(int i, MemorySegment data, long offset, int length, MemorySegment socketAddress) {
        piece(i, data, offset, length);
        headers.set(ADDRESS, header(i) + NAME, socketAddress);
        headers.set(JAVA_INT, header(i) + NAME_LENGTH, Target.SOCKADDR_BYTES);
    }

    /** Message i is to be received to there. */
    void receiveTo(int i, MemorySegment data, long offset, int length) {
        piece(i, data, offset, length);
        headers.set(ADDRESS, header(i) + NAME, names.asSlice((long) i * Target.SOCKADDR_BYTES, Target.SOCKADDR_BYTES));
        headers.set(ADDRESS, header(i) + CONTROL, controls.asSlice((long) i * CONTROL_BYTES, CONTROL_BYTES));
    }

    private void piece(int i, MemorySegment data, long offset, int length) {
        pieces.set(JAVA_LONG, (long) i * IOVEC_BYTES, data.address() + offset);
        pieces.set(JAVA_LONG, (long) i * IOVEC_BYTES + Long.BYTES, length);
    }

    /** The kernel writes the lengths that it used; they are made new before each call. */
    void reset(int i) {
        headers.set(JAVA_INT, header(i) + NAME_LENGTH, Target.SOCKADDR_BYTES);
        headers.set(JAVA_LONG, header(i) + CONTROL_LENGTH, CONTROL_BYTES);
    }

    /** How many bytes of message i were received. */
    int length(int i) {
        return headers.get(JAVA_INT, header(i) + LENGTH);
    }

    /** Who sent message i. */
    long source(int i) {
        return Target.source(names, (long) i * Target.SOCKADDR_BYTES);
    }

    /** The size of the packets that the kernel joined in message i, or its length where it is one packet. */
    int packetBytes(int i) {
        long at = (long) i * CONTROL_BYTES;
        boolean joined = headers.get(JAVA_LONG, header(i) + CONTROL_LENGTH) >= CONTROL_DATA + Integer.BYTES
                && controls.get(JAVA_INT, at + CONTROL_LEVEL) == SocketCalls.SOL_UDP
                && controls.get(JAVA_INT, at + CONTROL_TYPE) == SocketCalls.UDP_GRO;
        return joined ? controls.get(JAVA_INT, at + CONTROL_DATA) : length(i);
    }

    /** The error in message i of an error queue that came by ICMP, 0 for none. */
    int icmpError(int i) {
        long at = (long) i * CONTROL_BYTES;
        boolean icmp = headers.get(JAVA_LONG, header(i) + CONTROL_LENGTH) > CONTROL_DATA + ERROR_ORIGIN
                && controls.get(JAVA_INT, at + CONTROL_LEVEL) == SocketCalls.SOL_IP
                && controls.get(JAVA_INT, at + CONTROL_TYPE) == SocketCalls.IP_RECVERR
                && controls.get(JAVA_BYTE, at + CONTROL_DATA + ERROR_ORIGIN) == SocketCalls.SO_EE_ORIGIN_ICMP;
        return icmp ? controls.get(JAVA_INT, at + CONTROL_DATA) : 0;
    }

    private static long header(int i) {
        return (long) i * MMSGHDR_BYTES;
    }
}
