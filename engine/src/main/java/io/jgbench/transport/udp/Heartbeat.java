package io.jgbench.transport.udp;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Says hello and lets the roster's clock tick, at the same pace. */
final class Heartbeat implements AutoCloseable {
    /** Between two hellos. */
    static final Duration PERIOD = Duration.ofMillis(200);

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("udp-hello").factory());

    /** Starts at once; after a standstill it goes on with one beat, not with all that were missed. */
    void start(Runnable beat) {
        var _ = clock.scheduleWithFixedDelay(beat, 0, PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        clock.shutdownNow();
        try {
            var _ = clock.awaitTermination(PERIOD.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
