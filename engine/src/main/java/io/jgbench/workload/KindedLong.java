package io.jgbench.workload;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * What each message begins with, whatever carries it: a big-endian long whose first {@value #KIND_BITS} bits say what
 * kind of message it is, so that messages of several sorts can be told apart by their first byte.
 */
public final class KindedLong {
    /** How much of a message it takes, in bytes. */
    public static final int BYTES = Long.BYTES;

    private static final int KIND_BITS = 4;

    /** How many kinds of messages can be told apart. */
    public static final int KINDS = 1 << KIND_BITS;

    /** The kind of {@link JsonMessages}, which no workload has for messages of its own. */
    public static final int JSON = 9;

    private static final int KIND_SHIFT = Long.SIZE - KIND_BITS;
    private static final long KIND_MASK = (KINDS - 1L) << KIND_SHIFT;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private KindedLong() {}

    /** Writes a long into the {@value #BYTES} bytes from the offset on. */
    public static void write(byte[] buffer, int offset, long value) {
        LONG.set(buffer, offset, value);
    }

    /** Reads the long that begins at the offset. */
    public static long read(byte[] buffer, int offset) {
        return (long) LONG.get(buffer, offset);
    }

    /** The kind of the message that begins with a long, from 0 to 15. */
    public static int kind(long value) {
        return (int) (value >>> KIND_SHIFT);
    }

    /** The same long with another kind, which must be from 0 to 15. */
    public static long withKind(long value, int kind) {
        return (value & ~KIND_MASK) | (long) kind << KIND_SHIFT;
    }
}
