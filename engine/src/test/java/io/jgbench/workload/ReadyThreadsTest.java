package io.jgbench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class ReadyThreadsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ConcurrentLinkedQueue<Thread> worked = new ConcurrentLinkedQueue<>();

    /** The CPU time of a thread that has ended is not read any more. */
    @Test
    void threadThatHasDoneItsWorkStaysUntilAllAreClosed() throws Exception {
        try (var threads = new ReadyThreads()) {
            threads.add("first", () -> worked.add(Thread.currentThread()));
            threads.add("second", () -> worked.add(Thread.currentThread()));

            threads.begin();
            threads.join();

            assertThat(worked).hasSize(2).allMatch(Thread::isAlive);
        }
        await().atMost(PATIENCE).until(() -> worked.stream().noneMatch(Thread::isAlive));
    }

    @Test
    void whatEndsAThreadIsThrownToWhoeverWaitsForIt() {
        try (var threads = new ReadyThreads()) {
            threads.add("failing", () -> {
                throw new IllegalStateException("on purpose");
            });

            threads.begin();

            assertThatThrownBy(threads::join)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("on purpose");
        }
    }

    @Test
    void threadsAreInterruptedWithWhoeverWaitsForThem() throws Exception {
        try (var threads = new ReadyThreads()) {
            var sending = new CountDownLatch(1);
            var interrupted = new CountDownLatch(1);
            threads.add("sending", () -> {
                sending.countDown();
                LockSupport.parkNanos(PATIENCE.toNanos());
                if (Thread.currentThread().isInterrupted()) {
                    interrupted.countDown();
                }
            });
            threads.begin();
            sending.await();

            Thread.currentThread().interrupt();

            assertThatThrownBy(threads::join).isInstanceOf(InterruptedException.class);
            assertThat(interrupted.await(PATIENCE.toSeconds() / 2, TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    @Test
    void threadsThatNeverBegunEndWhenTheyAreClosed() throws Exception {
        var threads = new ReadyThreads();
        threads.add("idle", () -> worked.add(Thread.currentThread()));

        threads.close();
        threads.join();

        assertThat(List.copyOf(worked)).isEmpty();
    }
}
