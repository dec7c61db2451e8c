package io.jgbench.workload;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Buffers for answers, so that none is allocated for each: a receiving thread borrows one for as long as it sends. Not
 * one for each thread, as a transport may deliver with a new thread each time.
 */
public final class AnswerBuffers {
    private static final int BUFFERS = 16;

    private final AtomicReferenceArray<byte[]> free = new AtomicReferenceArray<>(BUFFERS);
    private final int sizeBytes;

    /** For buffers of one size. */
    public AnswerBuffers(int sizeBytes) {
        this.sizeBytes = sizeBytes;
    }

    /** Gives a buffer; a new one if all are lent. */
    public byte[] borrow() {
        for (int i = 0; i < BUFFERS; i++) {
            if (free.getPlain(i) != null) {
                byte[] buffer = free.getAndSet(i, null);
                if (buffer != null) {
                    return buffer;
                }
            }
        }
        return new byte[sizeBytes];
    }

    /** Takes it back; it is let go where there is no room. */
    public void giveBack(byte[] buffer) {
        for (int i = 0; i < BUFFERS; i++) {
            if (free.getPlain(i) == null && free.compareAndSet(i, null, buffer)) {
                return;
            }
        }
    }
}
