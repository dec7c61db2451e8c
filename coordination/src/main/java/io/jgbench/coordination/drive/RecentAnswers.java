package io.jgbench.coordination.drive;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.Arrays;

/** How long a member took to answer the last few looks at it: on a busy machine what is asked next takes as long. */
final class RecentAnswers {
    /** Some seconds of looks. */
    private static final int MOST = 16;

    @GuardedBy("this")
    private final long[] nanos = new long[MOST];

    @GuardedBy("this")
    private int next;

    /** A look was answered. */
    synchronized void add(Duration taken) {
        nanos[next] = taken.toNanos();
        next = (next + 1) % MOST;
    }

    /** The longest of them; zero before the first. */
    synchronized Duration longest() {
        return Duration.ofNanos(Arrays.stream(nanos).max().orElse(0));
    }
}
