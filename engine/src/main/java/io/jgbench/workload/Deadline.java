package io.jgbench.workload;

import java.time.Duration;

/**
 * Until when a wait may last. It is no instant of an {@link io.jgbench.coordination.EpochClock}, whose readings are
 * named so.
 *
 * @param nanoTime as {@link System#nanoTime} has it
 */
public record Deadline(long nanoTime) {

    /** The one this long from now. */
    public static Deadline after(Duration timeout) {
        return new Deadline(System.nanoTime() + timeout.toNanos());
    }

    /** How long it is until then, in nanoseconds; 0 or less when it has passed. */
    public long leftNanos() {
        return nanoTime - System.nanoTime();
    }

    /** The same for what takes 0 for no time-out or no wait; a nanosecond when it has passed. */
    public Duration left() {
        return Duration.ofNanos(Math.max(1, leftNanos()));
    }
}
