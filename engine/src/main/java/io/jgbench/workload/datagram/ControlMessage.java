package io.jgbench.workload.datagram;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * A message by which one member tells another one about the test, beside the measured packets.
 *
 * @param kind what it is about
 * @param round the number of the round of publishing that it is about
 * @param from who sends it
 * @param values what it says
 */
record ControlMessage(Kind kind, int round, int from, List<Long> values) {
    private static final int HEADER_BYTES = 12;

    ControlMessage {
        values = List.copyOf(values);
    }

    static ControlMessage of(Kind kind, int round, int from, long... values) {
        return new ControlMessage(
                kind, round, from, LongStream.of(values).boxed().toList());
    }

    byte[] bytes() {
        ByteBuffer buffer = ByteBuffer.allocate(HEADER_BYTES + values.size() * Long.BYTES)
                .putInt(kind.code())
                .putInt(round)
                .putInt(from);
        values.forEach(buffer::putLong);
        return buffer.array();
    }

    /** Reads one; empty where the bytes are none. */
    static Optional<ControlMessage> read(byte[] bytes, int offset, int length) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
        try {
            Optional<Kind> kind = Kind.of(buffer.getInt());
            int round = buffer.getInt();
            int from = buffer.getInt();
            long[] values = new long[buffer.remaining() / Long.BYTES];
            buffer.asLongBuffer().get(values);
            return kind.map(known -> of(known, round, from, values));
        } catch (BufferUnderflowException _) {
            return Optional.empty();
        }
    }

    /** What a control message is about. */
    enum Kind {
        /** The sender has received a control message: its kind's code. */
        KNOWN(0),
        /** The sender of this message listens: its port and its key. */
        LISTENING(1),
        /** A stream has ended: how many packets were sent to the one who is told, and how large they were. */
        ENDED(2),
        /**
         * A trial of a search is over: what the sender of this message missed at the most, in millionths, and what it
         * sent, in bytes a second.
         */
        LOST(3),
        /** The next step of the search: the rate of the next trial, whether the last one passed, and the rate found. */
        NEXT(4);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        /** What stands for it in a message. */
        int code() {
            return code;
        }

        static Optional<Kind> of(long code) {
            return Arrays.stream(values()).filter(kind -> kind.code == code).findFirst();
        }
    }
}
