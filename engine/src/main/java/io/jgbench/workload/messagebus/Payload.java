package io.jgbench.workload.messagebus;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Makes payloads, and looks at them, in units of some bytes: what an application would do with each message. */
final class Payload {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final int chunkBytes;
    private final byte[] chunk;

    /**
     * For one unit.
     *
     * @param chunkBytes its size: longs for 8, single bytes for less, blocks for more; 0 for not at all
     */
    Payload(int chunkBytes) {
        this.chunkBytes = chunkBytes;
        this.chunk = new byte[chunkBytes];
    }

    /** Writes this number of bytes. */
    void write(byte[] buffer, int offset, int length) {
        int at = offset;
        int end = offset + length;
        if (chunkBytes > Long.BYTES) {
            for (; at + chunkBytes <= end; at += chunkBytes) {
                System.arraycopy(chunk, 0, buffer, at, chunkBytes);
            }
        }
        if (chunkBytes >= Long.BYTES) {
            for (; at + Long.BYTES <= end; at += Long.BYTES) {
                LONG.set(buffer, at, (long) at);
            }
        }
        for (; chunkBytes > 0 && at < end; at++) {
            buffer[at] = (byte) at;
        }
    }

    /** Reads this number of bytes. The result depends on each byte, so that the compiler cannot skip one. */
    long read(byte[] buffer, int offset, int length) {
        if (chunkBytes == 0) {
            return 0;
        }
        long sum = 0;
        int at = offset;
        int end = offset + length;
        if (chunkBytes >= Long.BYTES) {
            for (; at + Long.BYTES <= end; at += Long.BYTES) {
                sum += (long) LONG.get(buffer, at);
            }
        }
        for (; at < end; at++) {
            sum += buffer[at];
        }
        return sum;
    }
}
