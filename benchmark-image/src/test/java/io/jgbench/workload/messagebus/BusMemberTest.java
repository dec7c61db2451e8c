package io.jgbench.workload.messagebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.EpochClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class BusMemberTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long WAIT_NANOS = 500_000_000;

    @Test
    void whatWouldHaveBeenSentWhileNobodyWasThereIsNotMadeUpForNorTimed() throws Exception {
        var clock = EpochClock.system();
        var destinations = new AtomicReference<>(new int[0]);
        var firstDue = new CompletableFuture<Long>();
        // the tenth message of 100,000 bytes a second asks for a response, and says when it was due
        try (var member = new BusMember(
                TestBus.streaming().rate(100_000).spec(),
                (_, message, offset, _) -> {
                    long stamp = BusHeader.stamp(message, offset);
                    if (stamp != 0) {
                        firstDue.complete(stamp);
                    }
                },
                destinations::get,
                _ -> -1,
                clock)) {
            Thread sending = Thread.ofPlatform().daemon().start(() -> transmit(member));
            long began = clock.epochNanos();
            await().atMost(PATIENCE).until(() -> clock.epochNanos() - began > WAIT_NANOS);
            assertThat(sending.isAlive()).isTrue();

            destinations.set(new int[] {1});

            assertThat(firstDue.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isGreaterThan(began + WAIT_NANOS / 2);
        }
    }

    private static void transmit(BusMember member) {
        try {
            member.transmit();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
