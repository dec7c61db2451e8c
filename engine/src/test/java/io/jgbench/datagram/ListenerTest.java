package io.jgbench.datagram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ListenerTest {
    private static final int STREAM = 7;
    private static final int OTHER_STREAM = 8;
    /** Longer than this test's thread may be kept from running between two of its steps. */
    private static final Duration SILENCE = Duration.ofSeconds(2);

    private static final Duration STANDSTILL = SILENCE.plusSeconds(1);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final ScriptedSocket socket = new ScriptedSocket();

    @Test
    void packetThatCameWhileTheListenerStoodStillIsCounted() throws Exception {
        try (var listener = listener(StreamListener.NONE)) {
            CompletableFuture<StreamCount> count = afterTheFirstOf(2, listener);

            socket.nothingAfter(STANDSTILL);
            socket.packet(STREAM, 1);

            assertThat(count.get(1, TimeUnit.MINUTES).received()).isEqualTo(2);
        }
    }

    @Test
    void packetBehindThatOfAnotherStreamIsCountedAfterAStandstill() throws Exception {
        try (var listener = listener(StreamListener.NONE)) {
            CompletableFuture<StreamCount> count = afterTheFirstOf(2, listener);

            socket.packetAfter(STANDSTILL, OTHER_STREAM, 0);
            socket.packet(STREAM, 1);

            assertThat(count.get(1, TimeUnit.MINUTES).received()).isEqualTo(2);
        }
    }

    /** As much of a standstill as an idle call to the kernel takes counts as silence, which is all of it here. */
    @Test
    void packetBehindManyOfAnotherStreamIsCountedAfterAStandstillHoweverShortTheSilence() throws Exception {
        try (var listener = new Listener(socket, ScriptedSocket.KEY, 0, Duration.ofMillis(20), StreamListener.NONE)) {
            socket.hold();
            CompletableFuture<StreamCount> count = listener.ended(STREAM, 2);
            socket.packet(STREAM, 0);
            socket.packetAfter(Duration.ofMillis(100), OTHER_STREAM, 0);
            for (int sequence = 1; sequence <= 10; sequence++) {
                socket.packetAfter(Duration.ofMillis(1), OTHER_STREAM, sequence);
            }
            socket.packet(STREAM, 1);
            socket.release();

            assertThat(count.get(1, TimeUnit.MINUTES).received()).isEqualTo(2);
        }
    }

    @Test
    void streamThatMissesPacketsIsClosedAfterAStandstill() throws Exception {
        try (var listener = listener(StreamListener.NONE)) {
            CompletableFuture<StreamCount> count = afterTheFirstOf(2, listener);

            socket.nothingAfter(STANDSTILL);

            assertThat(count.get(1, TimeUnit.MINUTES).missing()).isEqualTo(1);
        }
    }

    @Test
    void packetThatComesAfterItsStreamWasClosedIsLateAndStaysMissing() throws Exception {
        try (var listener = listener(StreamListener.NONE)) {
            assertThat(afterTheFirstOf(3, listener).get(1, TimeUnit.MINUTES).missing())
                    .isEqualTo(2);

            socket.packet(STREAM, 1);

            await().atMost(PATIENCE).until(() -> count(listener).late() == 1);
            assertThat(count(listener).missing()).isEqualTo(2);
        }
    }

    @Test
    void endOfAStreamThatWasSetAsideTellsOnceHowManyPacketsWereLostSince() throws Exception {
        List<StreamCount> over = new CopyOnWriteArrayList<>();
        var setAside = new AtomicReference<Listener>();
        var streams = new StreamListener() {
            @Override
            public void inspected(int stream, StreamCount count, long silentNanos, boolean closed) {
                if (closed || silentNanos > SILENCE.toNanos()) {
                    over.add(count);
                    setAside.get().setAside(stream);
                }
            }
        };
        try (var listener = listener(streams)) {
            setAside.set(listener);
            socket.packet(STREAM, 0);
            socket.packet(STREAM, 1);
            await().atMost(PATIENCE).until(() -> over.size() == 1);

            socket.end(STREAM, 5);
            socket.end(STREAM, 5);
            await().atMost(PATIENCE).until(() -> over.size() == 2);
            socket.end(STREAM, 5);
            socket.packet(OTHER_STREAM, 0);
            await().atMost(PATIENCE).until(() -> over.size() == 3);
        }

        assertThat(over).extracting(count -> (int) count.source()).containsExactly(STREAM, STREAM, OTHER_STREAM);
        assertThat(over).extracting(StreamCount::received).containsExactly(2L, 0L, 1L);
        assertThat(over).extracting(StreamCount::missing).containsExactly(0L, 3L, 0L);
    }

    /** Returns when the listener knows that a stream has ended of which the first packet has arrived. */
    private CompletableFuture<StreamCount> afterTheFirstOf(long sent, Listener listener) throws Exception {
        socket.packet(STREAM, 0);
        await().atMost(PATIENCE).until(() -> listener.received() == 1);
        CompletableFuture<StreamCount> ended = listener.ended(STREAM, sent);
        assertThat(count(listener).sentKnown()).isTrue();
        return ended;
    }

    private static StreamCount count(Listener listener) throws Exception {
        return listener.counts().get(1, TimeUnit.MINUTES).get(STREAM);
    }

    private Listener listener(StreamListener streams) {
        return new Listener(socket, ScriptedSocket.KEY, 0, SILENCE, streams);
    }
}
