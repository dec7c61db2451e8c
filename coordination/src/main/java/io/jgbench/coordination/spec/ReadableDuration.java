package io.jgbench.coordination.spec;

import java.time.Duration;

/** Durations as a sentence has them: "2 s", "250 ms", "1.5 s". */
public final class ReadableDuration {
    private static final long MILLIS_PER_SECOND = 1000;

    private ReadableDuration() {}

    /** The duration in seconds, or in milliseconds where it is shorter than one second. */
    public static String of(Duration duration) {
        long millis = duration.toMillis();
        if (Math.abs(millis) < MILLIS_PER_SECOND) {
            return millis + " ms";
        }
        if (millis % MILLIS_PER_SECOND == 0) {
            return millis / MILLIS_PER_SECOND + " s";
        }
        return millis / (double) MILLIS_PER_SECOND + " s";
    }
}
