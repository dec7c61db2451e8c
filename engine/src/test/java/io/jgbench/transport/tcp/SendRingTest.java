package io.jgbench.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.transport.tcp.SendRing.Cursor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SendRingTest {
    private static final int CAPACITY_BYTES = 4096;
    private static final int THREADS = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration WAIT = Duration.ofMillis(300);

    private final SendRing ring = new SendRing(CAPACITY_BYTES);
    private final Cursor reader = ring.attach(new SendRing.Wakeup(new ReentrantLock()));
    private final List<Thread> senders = new ArrayList<>();

    @AfterEach
    void endSenders() throws Exception {
        ring.close();
        for (Thread sender : senders) {
            sender.join(PATIENCE);
        }
    }

    @Test
    void senderThatFindsSpaceDoesNotWait() {
        assertThat(ring.append(new byte[1000], 0, 1000)).isTrue();

        assertThat(ring.waits().count()).isZero();
        assertThat(ring.waits().nanos()).isZero();
    }

    @Test
    void eachOfTheSendersThatAFullRingHoldsIsCounted() throws Exception {
        byte[] message = new byte[2 * CAPACITY_BYTES];
        start(() -> assertThat(ring.append(message, 0, message.length)).isTrue());
        await().atMost(PATIENCE).until(() -> senders.getFirst().getState() == Thread.State.TIMED_WAITING);
        for (int i = 1; i < THREADS; i++) {
            start(() -> assertThat(ring.append(message, 0, message.length)).isTrue());
        }
        await().atMost(PATIENCE)
                .until(() -> senders.stream().skip(1).allMatch(it -> it.getState() == Thread.State.WAITING));

        long began = System.nanoTime();
        await().atMost(PATIENCE).until(() -> System.nanoTime() - began >= WAIT.toNanos());
        while (senders.stream().anyMatch(Thread::isAlive)) {
            readAll();
        }

        assertThat(ring.waits().nanos()).isGreaterThanOrEqualTo(THREADS * WAIT.toNanos());
        assertThat(ring.waits().count()).isGreaterThanOrEqualTo(THREADS);
    }

    /** Most senders stand in line already when the ring has become full again. */
    @Test
    void sendersThatSendAllTheTimeThroughASlowReaderWaitAllTheTime() throws Exception {
        byte[] message = new byte[200];
        long began = System.nanoTime();
        for (int i = 0; i < THREADS; i++) {
            start(() -> {
                while (ring.append(message, 0, message.length)) {
                    // as long as the ring is open
                }
            });
        }

        while (System.nanoTime() - began < 2 * WAIT.toNanos()) {
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
            readAll();
        }
        endSenders();
        long passed = System.nanoTime() - began;

        // not all of it on a host that is busy, but much more than one of them alone
        assertThat(ring.waits().nanos()).isBetween(THREADS * passed / 2, THREADS * passed);
    }

    private void start(Runnable sending) {
        senders.add(Thread.ofPlatform().daemon().start(sending));
    }

    private void readAll() {
        reader.advance((int) (reader.head() - reader.position()));
    }
}
