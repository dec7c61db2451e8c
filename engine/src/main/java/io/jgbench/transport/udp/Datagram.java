package io.jgbench.transport.udp;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The header before each message: the run's key, four bytes; the kind, one; the sender's number, three. */
final class Datagram {
    /** What a datagram over IPv4 holds at the most. */
    static final int MAX_BYTES = 65507;

    /** The header's size. */
    static final int HEADER_BYTES = 8;

    /** The largest message. */
    static final int MAX_MESSAGE_BYTES = MAX_BYTES - HEADER_BYTES;

    /** Numbers of senders are below this. */
    static final int MAX_SENDERS = 1 << 24;

    /** A message. */
    static final byte DATA = 1;

    /** The sender is there; its name follows. */
    static final byte HELLO = 2;

    /** The sender leaves. */
    static final byte BYE = 3;

    /** The sender is still there; sent to each planned member alone. */
    static final byte ALIVE = 4;

    private static final int KIND_SHIFT = 24;

    private Datagram() {}

    /** Writes a header at the buffer's position. */
    static ByteBuffer header(ByteBuffer buffer, int key, byte kind, int sender) {
        return buffer.putInt(key).putInt(kind << KIND_SHIFT | sender);
    }

    /** A whole datagram that is not a message. */
    static ByteBuffer control(int key, byte kind, int sender, String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        ByteBuffer buffer = ByteBuffer.allocateDirect(HEADER_BYTES + bytes.length);
        return header(buffer, key, kind, sender).put(bytes).flip();
    }

    /** The kind in the header's second word. */
    static byte kind(int word) {
        return (byte) (word >>> KIND_SHIFT);
    }

    /** The sender in the header's second word. */
    static int sender(int word) {
        return word & (MAX_SENDERS - 1);
    }
}
