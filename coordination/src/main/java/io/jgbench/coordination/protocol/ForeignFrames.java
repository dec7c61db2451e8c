package io.jgbench.coordination.protocol;

import java.time.Duration;

/**
 * Frames that switches send of themselves: kernels count those of protocols that nobody listens to as dropped. Spanning
 * tree sends one each two seconds, LLDP one each thirty.
 */
public final class ForeignFrames {
    private static final long A_SECOND = 1;
    private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();

    private ForeignFrames() {}

    /**
     * As many as may have come in a time.
     *
     * @param countedNanos the time in which an interface counted what it dropped, in nanoseconds
     */
    public static long mostIn(long countedNanos) {
        return A_SECOND * (Math.ceilDiv(countedNanos, SECOND_NANOS) + 1);
    }
}
