package io.jgbench.workload.multicast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.jgbench.transport.MessageSender;
import io.jgbench.transport.TransportException;
import io.jgbench.workload.EndSignal;
import io.jgbench.workload.ReadyThreads;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SendingMemberTest {
    private static final int THREADS = 4;
    private static final int SIZE_BYTES = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Queue<Thread> senders = new ConcurrentLinkedQueue<>();

    /** Those of workloads that others have not closed. */
    private final Set<Thread> others = Thread.getAllStackTraces().keySet();

    @Test
    void threadsAreThereBeforeTheRunAndSendOnceTheFirstMessageIsHandedOver() throws Exception {
        try (SendingMember member = member((buffer, offset, length) -> senders.add(Thread.currentThread()))) {
            await().atMost(PATIENCE).until(() -> waiting() == THREADS - 1);
            assertThat(senders).isEmpty();

            member.run(() -> assertThat(senders).containsExactly(Thread.currentThread()));

            assertThat(member.sent()).isEqualTo(2 * THREADS);
            assertThat(senders.stream().distinct()).hasSize(THREADS);
        }
    }

    @Test
    void threadsEndWhereTheRunNeverBegins() {
        SendingMember member = member((buffer, offset, length) -> senders.add(Thread.currentThread()));
        await().atMost(PATIENCE).until(() -> waiting() == THREADS - 1);

        member.close();

        await().atMost(PATIENCE).until(() -> waiting() == 0);
        assertThat(senders).isEmpty();
    }

    @Test
    void otherThreadsSendNothingWhereTheFirstMessageIsRefused() throws Exception {
        Thread calling = Thread.currentThread();
        try (SendingMember member = member((buffer, offset, length) -> {
            if (Thread.currentThread().equals(calling)) {
                throw new TransportException("refused");
            }
            senders.add(Thread.currentThread());
        })) {

            assertThatThrownBy(() -> member.run(() -> {})).hasMessageContaining("refused");
            assertThat(senders).isEmpty();
        }
    }

    @Test
    void threadThatEndsByAnErrorIsNotTakenForOneThatIsDone() throws Exception {
        Thread calling = Thread.currentThread();
        try (SendingMember member = member((buffer, offset, length) -> {
            if (!Thread.currentThread().equals(calling)) {
                throw new OutOfMemoryError("on purpose");
            }
        })) {

            assertThatThrownBy(() -> member.run(() -> {}))
                    .isInstanceOf(OutOfMemoryError.class)
                    .hasMessage("on purpose");
        }
    }

    @Test
    void allThreadsEndWhereOneFailsAndTheMessageCountsWhatWasSentThen() throws Exception {
        Thread calling = Thread.currentThread();
        var refused = new AtomicInteger();
        var handedOver = new AtomicInteger();
        try (SendingMember member = member(1000, (buffer, offset, length) -> {
            if (!Thread.currentThread().equals(calling)) {
                await().atMost(PATIENCE).until(() -> handedOver.get() == 2);
                refused.incrementAndGet();
                throw new TransportException("refused");
            }
            if (handedOver.incrementAndGet() == 2) {
                await().atMost(PATIENCE).until(() -> refused.get() == THREADS - 1 && parked() == THREADS - 1);
            }
        })) {

            assertThatThrownBy(() -> member.run(() -> {})).hasMessage("sending stopped after 1 messages: refused");
            assertThat(member.sent()).isEqualTo(2);
        }
    }

    /** Sending threads that have nothing more to do. */
    private long parked() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !others.contains(thread))
                .filter(thread -> thread.getName().startsWith("sender-"))
                .filter(thread -> thread.getState() == Thread.State.WAITING)
                .count();
    }

    private long waiting() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> !others.contains(thread.getKey()))
                .filter(thread -> thread.getKey().getName().startsWith("sender-"))
                .filter(thread -> List.of(thread.getValue()).stream()
                        .anyMatch(frame -> frame.getClassName().equals(ReadyThreads.class.getName())))
                .count();
    }

    private static SendingMember member(MessageSender transport) {
        return member(2, transport);
    }

    private static SendingMember member(long messages, MessageSender transport) {
        var ended = new EndSignal();
        return new SendingMember(
                IntStream.range(0, THREADS)
                        .mapToObj(i -> new StreamSender(
                                transport,
                                1,
                                2,
                                0,
                                i,
                                messages,
                                ended,
                                SIZE_BYTES,
                                Optional.empty(),
                                Optional.empty(),
                                false))
                        .toList(),
                ended,
                () -> {});
    }
}
