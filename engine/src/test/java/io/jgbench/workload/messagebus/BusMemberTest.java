package io.jgbench.workload.messagebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.EpochClock;
import io.jgbench.workload.KindedLong;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
                Optional.empty(),
                clock)) {
            Thread sending = Thread.ofPlatform().daemon().start(() -> transmit(member));
            long began = clock.epochNanos();
            await().atMost(PATIENCE).until(() -> clock.epochNanos() - began > WAIT_NANOS);
            assertThat(sending.isAlive()).isTrue();

            destinations.set(new int[] {1});

            assertThat(firstDue.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isGreaterThan(began + WAIT_NANOS / 2);
        }
    }

    /** Each tenth message is timed. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 10, 20})
    void eachOfThoseThatAreSentToIsTimedAsOften(int peers) {
        var sent = new AtomicInteger();
        var timed = new AtomicIntegerArray(peers);
        try (var member = new BusMember(
                TestBus.streaming().spec(),
                (peer, message, offset, _) -> {
                    if (sent.incrementAndGet() <= 100 * peers && BusHeader.stamp(message, offset) != 0) {
                        timed.incrementAndGet(peer);
                    }
                },
                Destinations.fixed(IntStream.range(0, peers).toArray()),
                _ -> -1,
                Optional.empty(),
                EpochClock.system())) {
            Thread.ofPlatform().daemon().start(() -> transmit(member));
            await().atMost(PATIENCE).until(() -> sent.get() > 100 * peers);
        }

        assertThat(IntStream.range(0, peers).map(timed::get)).allMatch(count -> count == 10);
    }

    @Test
    void senderGoesOnWhenItsOnlyPeerComesBackWithoutWhatItHadNotAcknowledged() {
        var destinations = new AtomicReference<>(new int[] {1});
        var sent = new AtomicInteger();
        try (var member = new BusMember(
                TestBus.streaming().maxBacklog(1000).spec(),
                (_, _, _, _) -> sent.incrementAndGet(),
                destinations::get,
                _ -> -1,
                Optional.empty(),
                EpochClock.system())) {
            Thread.ofPlatform().daemon().start(() -> transmit(member));
            await().atMost(PATIENCE).until(() -> sent.get() == 10);

            destinations.set(new int[0]);
            member.forget(1);
            destinations.set(new int[] {1});

            await().atMost(PATIENCE).until(() -> sent.get() == 20);
        }
    }

    /** Receivers keep 65,536 answers at the most; each message that is timed asks for two. */
    @Test
    void senderThatTimesEachMessageIsHeldBackUntilItIsAnswered() {
        var sent = new AtomicInteger();
        var last = new AtomicReference<byte[]>();
        try (var member = new BusMember(
                TestBus.streaming().timingEach().spec(),
                (_, message, offset, length) -> {
                    last.set(Arrays.copyOfRange(message, offset, offset + length));
                    sent.incrementAndGet();
                },
                Destinations.fixed(new int[] {1}),
                _ -> -1,
                Optional.empty(),
                EpochClock.system())) {
            Thread.ofPlatform().daemon().start(() -> transmit(member));
            var before = new AtomicInteger();
            await().atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(300))
                    .until(() -> before.getAndSet(sent.get()) == sent.get() && sent.get() > 10_000);
            int held = sent.get();
            assertThat(held).isLessThan(20_000);

            byte[] answer = last.get();
            long header = BusHeader.header(answer, 0);
            BusHeader.write(answer, 0, KindedLong.withKind(header, BusHeader.RESPONSE), BusHeader.stamp(answer, 0));
            member.receive(1, answer, 0, answer.length);

            await().atMost(PATIENCE).until(() -> sent.get() >= 2 * held - 1);
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
