package io.jgbench.tune;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** Waits for links that negotiate again after a change. */
record LinkWatch(Predicate<String> carrier) {
    private static final Duration PAUSE = Duration.ofMillis(20);

    boolean hasCarrier(String networkInterface) {
        return carrier.test(networkInterface);
    }

    /** Whether the link was up within the time. */
    boolean awaitCarrier(String networkInterface, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!hasCarrier(networkInterface)) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        return true;
    }
}
