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

    private final List<Long> taken = new CopyOnWriteArrayList<>();
    private final CountDownLatch goOn = new CountDownLatch(1);

    @Test
    void whatWasDueWhileItStoodStillIsLeftOut() throws Exception {
        long begun = System.nanoTime();
        var sampler = new SamplingThread(this::sample, INTERVAL);

        await().until(() -> System.nanoTime() - begun > 10 * INTERVAL.toNanos());
        goOn.countDown();
        await().until(() -> taken.size() >= 3);
        sampler.finish();

        assertThat(taken.get(2) - taken.get(1))
                .as("nanoseconds from the first sample after the pause to the next")
                .isGreaterThan(INTERVAL.toNanos() / 5);
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
