package io.jgbench.datagram;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The first sixteen bytes of each packet: a key by which a listener knows that it is meant, the stream, both four
 * bytes, and the packet's number within the stream, eight. A negative number ends a stream and tells how many packets
 * it had. After it stand the processed bytes: words that the publisher computes for each packet and the listener
 * checks.
 */
final class PacketHeader {
    static final int BYTES = 16;

    private static final int SEQUENCE = 8;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private PacketHeader() {}

    static void write(MemorySegment packet, long offset, int key, int stream, long sequence) {
        packet.set(LONG, offset, (long) key << Integer.SIZE | Integer.toUnsignedLong(stream));
        packet.set(LONG, offset + SEQUENCE, sequence);
    }

    /** The key in the upper, the stream in the lower half. */
    static long keyAndStream(MemorySegment packet, long offset) {
        return packet.get(LONG, offset);
    }

    static long sequence(MemorySegment packet, long offset) {
        return packet.get(LONG, offset + SEQUENCE);
    }

    /** Writes the processed bytes of a packet, four at a time. */
    static void process(MemorySegment packet, long offset, int processBytes, long sequence) {
        for (int at = 0; at < processBytes; at += Integer.BYTES) {
            packet.set(WORD, offset + BYTES + at, (int) sequence + at);
        }
    }

    /** Reads them; false if any is another one. */
    static boolean isIntact(MemorySegment packet, long offset, int processBytes, long sequence) {
        int difference = 0;
        for (int at = 0; at < processBytes; at += Integer.BYTES) {
            difference |= packet.get(WORD, offset + BYTES + at) ^ ((int) sequence + at);
        }
        return difference == 0;
    }

    /** How many of the bytes that are to be processed a packet has room for, in whole words. */
    static int processedOf(int processBytes, int packetBytes) {
        return Math.clamp(packetBytes - BYTES, 0, processBytes) / Integer.BYTES * Integer.BYTES;
    }
}
