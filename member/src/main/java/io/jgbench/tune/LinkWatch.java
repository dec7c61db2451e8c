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

    /** Some drivers take a link down only a moment after what makes them do so. */
    private static final Duration STAYS_UP = Duration.ofMillis(500);

    boolean hasCarrier(String networkInterface) {
        return carrier.test(networkInterface);
    }

    /** Whether the tuner was told to end, so that nothing is waited for any more. */
    boolean isEnded() {
        return stop.isRequested();
    }

    /** The same for a tuner that was told to end and puts the host back: nothing ends a wait but its time. */
    LinkWatch untilItsTimeIsOver() {
        return new LinkWatch(carrier, new StopSignal());
    }

    /**
     * Whether the link stayed up for a moment within the time; where that is over before, or the tuner is told to end,
     * whether it is up then.
     */
    boolean awaitCarrier(String networkInterface, Duration patience) {
        long begun = System.nanoTime();
        long up = begun;
        while (true) {
            long now = System.nanoTime();
            boolean isUp = hasCarrier(networkInterface);
            up = isUp ? up : now;
            if (isUp && now - up >= STAYS_UP.toNanos()) {
                return true;
            }
            if (now - begun > patience.toNanos() || isToEnd()) {
                return isUp;
            }
        }
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
