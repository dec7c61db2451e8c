package io.jgbench.transport.udp;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Sends hellos and advances the clock of {@link LiveMembers}, both once a period. */
final class Heartbeat implements AutoCloseable {
    /** Between two hellos, but in tests. */
    static final Duration PERIOD = Duration.ofMillis(200);

    private final Duration period;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("udp-hello").factory());

    Heartbeat(Duration period) {
        this.period = period;
    }

    /** Starts at once. After a pause of the process it sends one heartbeat, not all missed ones. */
    void start(Runnable beat) {
        var _ = clock.scheduleWithFixedDelay(beat, 0, period.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        clock.shutdownNow();
        try {
            var _ = clock.awaitTermination(period.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
