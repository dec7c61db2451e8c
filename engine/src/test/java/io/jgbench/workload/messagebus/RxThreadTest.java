package io.jgbench.workload.messagebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec.Processing;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RxThreadTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ROOM = 4;
    private static final int MESSAGE_BYTES = 1024 * 1024;

    @Test
    void whoeverBringsMoreThanThereIsRoomForWaitsUntilThereIs() throws Exception {
        var go = new CountDownLatch(1);
        var processed = new AtomicInteger();
        var backpressure = new Backpressure();
        var thread = new RxThread(
                0,
                new Processing(1, 0, Optional.empty(), false),
                Optional.empty(),
                MESSAGE_BYTES,
                (_, _, _, _) -> {
                    awaitQuietly(go);
                    processed.incrementAndGet();
                },
                _ -> {},
                backpressure,
                EpochClock.system());
        thread.start();
        byte[] message = new byte[MESSAGE_BYTES];
        Thread bringing = Thread.ofPlatform().start(() -> {
            for (int i = 0; i <= ROOM; i++) {
                thread.add(0, message, 0, message.length);
            }
        });

        await().atMost(PATIENCE).until(() -> thread.waitingBytes() == (long) ROOM * MESSAGE_BYTES);
        assertThat(bringing.isAlive()).isTrue();
        go.countDown();

        bringing.join();
        await().atMost(PATIENCE).until(() -> processed.get() == ROOM + 1 && thread.waitingBytes() == 0);
        thread.close();
    }

    @Test
    void messageThatCannotBeCopiedHoldsUpNoneThatComesAfterIt() {
        var processed = new AtomicInteger();
        var thread = new RxThread(
                0,
                new Processing(1, 0, Optional.empty(), false),
                Optional.empty(),
                MESSAGE_BYTES,
                (_, _, _, _) -> processed.incrementAndGet(),
                _ -> {},
                new Backpressure(),
                EpochClock.system());
        thread.start();
        byte[] message = new byte[MESSAGE_BYTES];

        assertThatThrownBy(() -> thread.add(0, message, 0, MESSAGE_BYTES + 1))
                .isInstanceOf(IndexOutOfBoundsException.class);
        thread.add(0, message, 0, MESSAGE_BYTES);

        await().atMost(PATIENCE).until(() -> processed.get() == 1 && thread.waitingBytes() == 0);
        thread.close();
    }

    @Test
    void memberIsForgottenWhenAllThatItHasSentIsProcessed() {
        var done = new ConcurrentLinkedQueue<String>();
        var go = new CountDownLatch(1);
        var thread = new RxThread(
                0,
                new Processing(1, 0, Optional.empty(), false),
                Optional.empty(),
                MESSAGE_BYTES,
                (from, _, _, length) -> {
                    awaitQuietly(go);
                    done.add(length + " bytes of " + from);
                },
                peer -> done.add(peer + " is gone"),
                new Backpressure(),
                EpochClock.system());
        thread.start();
        byte[] message = new byte[2];
        thread.add(7, message, 0, 1);
        thread.forget(7);
        thread.add(7, message, 0, 2);

        go.countDown();

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(done).containsExactly("1 bytes of 7", "7 is gone", "2 bytes of 7"));
        thread.close();
    }

    @Test
    void rateIsNotExceededAfterAQuietTime() {
        var clock = EpochClock.system();
        var processed = new AtomicInteger();
        var lastNanos = new AtomicLong();
        var thread = new RxThread(
                0,
                new Processing(1, 0, Optional.of(100_000L), false),
                Optional.of(new ProcessingPace(100_000, clock)),
                1000,
                (_, _, _, _) -> {
                    lastNanos.set(clock.epochNanos());
                    processed.incrementAndGet();
                },
                _ -> {},
                new Backpressure(),
                clock);
        thread.start();
        byte[] message = new byte[1000];
        thread.add(0, message, 0, message.length);
        await().atMost(PATIENCE).until(() -> processed.get() == 1);
        long quietSince = clock.epochNanos();
        await().atMost(PATIENCE).until(() -> clock.epochNanos() - quietSince > 500_000_000);

        long began = clock.epochNanos();
        for (int i = 0; i < 21; i++) {
            thread.add(0, message, 0, message.length);
        }

        await().atMost(PATIENCE).until(() -> processed.get() == 22);
        // each takes 10 ms, and the first one may go at once
        assertThat(lastNanos.get() - began).isGreaterThan(190_000_000);
        thread.close();
    }

    /** Such as messages of the measured part that come before a member is prepared for it. */
    @Test
    void whatComesBeforeItIsStartedWaits() throws Exception {
        var processed = new AtomicInteger();
        var thread = new RxThread(
                0,
                new Processing(1, 0, Optional.empty(), true),
                Optional.empty(),
                MESSAGE_BYTES,
                (_, _, _, _) -> processed.incrementAndGet(),
                _ -> {},
                new Backpressure(),
                EpochClock.system());
        Thread bringing = Thread.ofPlatform().start(() -> thread.add(0, new byte[1], 0, 1));

        thread.start();

        bringing.join();
        await().atMost(PATIENCE).until(() -> processed.get() == 1);
        thread.close();
    }

    @Test
    void whatComesOnceItIsClosedIsNotWaitedFor() {
        var thread = new RxThread(
                0,
                new Processing(1, 0, Optional.empty(), false),
                Optional.empty(),
                MESSAGE_BYTES,
                (_, _, _, _) -> {},
                _ -> {},
                new Backpressure(),
                EpochClock.system());
        thread.start();
        thread.close();

        for (int i = 0; i < 2 * ROOM; i++) {
            thread.add(0, new byte[1], 0, 1);
        }

        assertThat(thread.waitingBytes()).isZero();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
