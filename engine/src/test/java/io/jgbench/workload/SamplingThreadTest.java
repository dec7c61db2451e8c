package io.jgbench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class SamplingThreadTest {
    private static final Duration INTERVAL = Duration.ofMillis(50);
    private static final int AFTERWARDS = 3;

    private final List<Long> taken = new CopyOnWriteArrayList<>();
    private final CountDownLatch goOn = new CountDownLatch(1);

    @Test
    void whatWasDueWhileItStoodStillIsLeftOut() {
        long begun = System.nanoTime();
        var sampler = new SamplingThread(this::sample, INTERVAL);

        await().until(() -> System.nanoTime() - begun > 10 * INTERVAL.toNanos());
        goOn.countDown();
        await().until(() -> taken.size() > AFTERWARDS);
        sampler.close();

        // each but the first of them waits for an instant of its own, and a stall of this process makes it later
        assertThat(taken.get(AFTERWARDS) - taken.getFirst())
                .as("nanoseconds from the end of the sample that took long to the %d. one after it", AFTERWARDS)
                .isGreaterThan((AFTERWARDS - 1) * INTERVAL.toNanos());
    }

    /** The first one takes as long as the process stands still. */
    private void sample() {
        try {
            goOn.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        taken.add(System.nanoTime());
    }
}
