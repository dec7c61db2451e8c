package io.jgbench.coordination.protocol;

import java.time.Duration;
import java.util.Map;

/**
 * How often a member waited for a page of its memory that had to be read from a disk.
 *
 * @param counters those of the member
 * @param countedNanos the time in which they were counted, in nanoseconds
 */
public record MajorFaults(Map<String, Long> counters, long countedNanos) {
    /** A disk takes about a millisecond: 2 % of a thread's time. */
    public static final int MANY_A_SECOND = 20;

    private static final double SECOND_NANOS = Duration.ofSeconds(1).toNanos();

    /** Pages a second; 0 where no time was counted. */
    public double perSecond() {
        return countedNanos <= 0 ? 0 : counters.getOrDefault(Counters.MAJOR_FAULTS, 0L) * SECOND_NANOS / countedNanos;
    }
}
