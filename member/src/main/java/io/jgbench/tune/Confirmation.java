package io.jgbench.tune;

import java.time.Duration;
import java.util.Objects;

/**
 * How it is confirmed that this host can still be reached with what was set.
 *
 * @param target who must answer
 * @param within how long that may take after the change; 1 s to 1 min. Before it, it may take three times as long, and
 *     after it as long as it took before, where that is longer
 */
public record Confirmation(ConfirmTarget target, Duration within) {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(1);

    /** Refuses a time that is out of its range. */
    public Confirmation {
        Objects.requireNonNull(target, "target");
        if (within.compareTo(SHORTEST) < 0 || within.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "the time for an answer must be 1 s to 1 min, got: " + within.toMillis() / 1000.0 + " s");
        }
    }
}
