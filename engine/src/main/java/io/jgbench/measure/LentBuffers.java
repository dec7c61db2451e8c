package io.jgbench.measure;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * Buffers that threads borrow for as long as they send, so that none is allocated for each message. Not one for each
 * thread, as a transport may deliver, and a workload answer, with a new thread each time.
 *
 * @param <B> what is lent
 */
public final class LentBuffers<B> {
    private static final int FEWEST = 16;

    private final AtomicReferenceArray<B> free;
    private final Supplier<B> make;

    /** Makes a buffer where none is free; keeps as many as threads can send with at once, two for each CPU. */
    public LentBuffers(Supplier<B> make) {
        this.free = new AtomicReferenceArray<>(
                Math.max(FEWEST, 2 * Runtime.getRuntime().availableProcessors()));
        this.make = make;
    }

    /** Gives a buffer; a new one if all are lent. */
    public B borrow() {
        for (int i = 0; i < free.length(); i++) {
            if (free.getPlain(i) != null) {
                B buffer = free.getAndSet(i, null);
                if (buffer != null) {
                    return buffer;
                }
            }
        }
        return make.get();
    }

    /** Takes it back; it is let go where there is no room. */
    public void giveBack(B buffer) {
        for (int i = 0; i < free.length(); i++) {
            if (free.getPlain(i) == null && free.compareAndSet(i, null, buffer)) {
                return;
            }
        }
    }
}
