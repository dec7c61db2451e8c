package io.jgbench.tune;

import java.time.Duration;
import java.util.function.Predicate;

/**
 * Waits for links that negotiate again after a change.
 *
 * @param carrier whether an interface has a link
 * @param stop ends a wait: a tuner that is told to end needs what time is left to put the host back
 */
record LinkWatch(Predicate<String> carrier, StopSignal stop) {
    private static final Duration PAUSE = Duration.ofMillis(20);

    boolean hasCarrier(String networkInterface) {
        return carrier.test(networkInterface);
    }

    /** Whether the tuner was told to end, so that nothing is waited for any more. */
    boolean isEnded() {
        return stop.isRequested();
    }

    /** Whether the link was up within the time, and before the tuner was told to end. */
    boolean awaitCarrier(String networkInterface, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!hasCarrier(networkInterface)) {
            if (System.nanoTime() > deadline || isToEnd()) {
                return false;
            }
        }
        return true;
    }

    private boolean isToEnd() {
        try {
            return stop.awaitRequest(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
