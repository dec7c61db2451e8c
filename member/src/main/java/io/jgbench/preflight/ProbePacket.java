package io.jgbench.preflight;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * A packet of the pre-flight.
 *
 * @param kind what it is for
 * @param from the index of the member that sent it
 * @param number counts packets of a kind, from 0; of a {@link Kind#TALLY} how many arrived
 * @param argument what the kind has it for
 * @param timeNanos the sender's clock when it sent; an answer repeats that of the question
 * @param payloadBytes its size without IP and UDP headers
 */
record ProbePacket(Kind kind, int from, int number, int argument, long timeNanos, int payloadBytes) {
    /** The size of all packets whose size is not what matters. */
    static final int SMALL_BYTES = 64;

    private static final int MAGIC = 0x4A47_5046;
    private static final int HEADER_BYTES = Integer.BYTES * 5 + Long.BYTES;
    private static final Kind[] KINDS = Kind.values();

    /** What a packet is for. */
    enum Kind {
        /** To be answered. */
        PING(1),
        /** The argument is the answering member's MTU, 0 if it does not know. */
        PING_ANSWER(2),
        /** One of a burst, not answered; the argument is the burst. */
        BURST(3),
        /** Asks how many of a burst arrived; the argument is the burst. */
        ASK(4),
        /** How many of a burst arrived; the argument is the burst. */
        TALLY(5),
        /** As large as the argument says, as an IP packet; to be answered. */
        SIZED(6),
        /** The argument is that of the question. */
        SIZED_ANSWER(7),
        /** As large as the argument says, and sent in fragments; to be answered. */
        FRAGMENTED(10),
        /** The argument is that of the question. */
        FRAGMENTED_ANSWER(11),
        /** To the group; the argument is its size as an IP packet, 0 of a small one. To be answered to its sender. */
        GROUP(8),
        /** The argument is that of the question. */
        GROUP_ANSWER(9),
        /** To a socket of the workload; the argument is its size as an IP packet, 0 of a small one. To be answered. */
        PORT(12),
        /** The argument is that of the question. */
        PORT_ANSWER(13);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        /** What stands in the packet. */
        int code() {
            return code;
        }

        private static Optional<Kind> of(int code) {
            return Arrays.stream(KINDS).filter(kind -> kind.code == code).findFirst();
        }
    }

    /** Writes it into a buffer of at least its size, ready to be sent. */
    ByteBuffer write(ByteBuffer buffer, int key) {
        buffer.clear();
        buffer.putInt(MAGIC)
                .putInt(key)
                .putInt(kind.code() << Short.SIZE | from)
                .putInt(number)
                .putInt(argument)
                .putLong(timeNanos);
        return buffer.position(0).limit(payloadBytes);
    }

    /** Reads what was received; empty if it is no packet of this pre-flight. */
    static Optional<ProbePacket> read(ByteBuffer buffer, int key) {
        int bytes = buffer.remaining();
        if (bytes < HEADER_BYTES || buffer.getInt() != MAGIC || buffer.getInt() != key) {
            return Optional.empty();
        }
        int kindAndFrom = buffer.getInt();
        int number = buffer.getInt();
        int argument = buffer.getInt();
        long time = buffer.getLong();
        return Kind.of(kindAndFrom >>> Short.SIZE)
                .map(kind -> new ProbePacket(kind, kindAndFrom & 0xFFFF, number, argument, time, bytes));
    }
}
