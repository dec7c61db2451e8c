package io.jgbench.workload.messagebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.transport.AnsweringThread;
import io.jgbench.transport.TransportException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ResponderTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ROOM = 1 << 16;

    private final TrafficCount count = new TrafficCount();

    @Test
    void answersForWhichThereIsNoRoomAreCounted() {
        var go = new CountDownLatch(1);
        var responder = new Responder((_, _, _, _) -> awaitQuietly(go), 100);

        for (int i = 0; i < ROOM + 10; i++) {
            answer(responder);
        }

        assertThat(responder.dropped()).isEqualTo(10);
        go.countDown();
        await().atMost(PATIENCE).until(() -> count.messages() == ROOM);
        responder.close();
    }

    @Test
    void threadThatSendsAnswersIsNoneOfThoseThatAreHeldBack() {
        var isAnswering = new AtomicBoolean();
        var responder = new Responder((_, _, _, _) -> isAnswering.set(AnsweringThread.isCurrent()), 100);

        answer(responder);

        await().atMost(PATIENCE).until(() -> count.messages() == 1);
        assertThat(isAnswering).isTrue();
        responder.close();
    }

    @Test
    void answersThatCannotBeSentAreCounted() {
        var responder = new Responder(
                (_, _, _, _) -> {
                    throw new TransportException("the connection is gone");
                },
                100);

        answer(responder);
        responder.now(1, BusHeader.of(BusHeader.RESPONSE, 0, 1, BusHeader.MEASURED, 0, 0), 1, 100, count);

        await().atMost(PATIENCE).until(() -> responder.failed() == 2);
        assertThat(count.messages()).isZero();
        responder.close();
    }

    private void answer(Responder responder) {
        responder.later(1, BusHeader.of(BusHeader.RESPONSE, 0, 1, BusHeader.MEASURED, 0, 0), 1, 100, count);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
