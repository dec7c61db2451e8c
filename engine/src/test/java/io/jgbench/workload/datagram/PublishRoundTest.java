package io.jgbench.workload.datagram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.datagram.Listener;
import io.jgbench.datagram.ScriptedSocket;
import io.jgbench.datagram.StreamCount;
import io.jgbench.datagram.StreamListener;
import io.jgbench.workload.Deadline;
import io.jgbench.workload.datagram.ControlMessage.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The round of a member to whom one other publishes. */
class PublishRoundTest {
    private static final int SOURCE = 1;

    /** Numbered by its round, and within it by its publisher. */
    private static final int STREAM = RoundNumbers.MEASURED << 12 | SOURCE;

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final ScriptedSocket socket = new ScriptedSocket();
    private final Listener listener =
            new Listener(socket, ScriptedSocket.KEY, 0, Duration.ofMillis(100), StreamListener.NONE);
    private final ControlChannel control = new ControlChannel((_, _, _, _) -> {});
    private final PublishRound round = new PublishRound(
            RoundNumbers.MEASURED,
            new Endpoint(0, socket, Optional.of(listener), Map.of(), Map.of()),
            control,
            List.of(SOURCE));

    @AfterEach
    void closeAll() throws Exception {
        socket.release();
        control.close();
        listener.close();
    }

    /** One that is asked and does not answer costs a second each time. */
    @Test
    void listenerIsNotAskedAboutARoundThatIsOver() throws Exception {
        socket.packet(STREAM, 0);
        socket.packet(STREAM, 1);
        listensToTheEndOf(2);
        socket.hold();

        long began = System.nanoTime();
        for (int i = 0; i < 10; i++) {
            assertThat(count().received()).isEqualTo(2);
        }

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void lastAnswerHoldsWhereTheListenerDoesNotAnswerInTime() throws Exception {
        socket.packet(STREAM, 0);
        await().atMost(PATIENCE).until(() -> count().received() == 1);
        socket.hold();

        assertThat(count().received()).isEqualTo(1);
    }

    @Test
    void lateAreNoMorePacketsThanAreMissing() throws Exception {
        socket.packet(STREAM, 0);
        listensToTheEndOf(3);
        assertThat(round.countsWithLate().get(SOURCE).late()).isZero();
        socket.packet(STREAM, 1);
        await().atMost(PATIENCE).until(() -> round.countsWithLate().get(SOURCE).late() == 1);

        // duplicates, of which nobody can tell any more that they are some
        socket.packet(STREAM, 0);
        socket.packet(STREAM, 0);
        await().atMost(PATIENCE).until(() -> listener.counts().get().get(STREAM).late() == 3);

        StreamCount count = round.countsWithLate().get(SOURCE);
        assertThat(count.late()).isEqualTo(2);
        assertThat(count.received()).isEqualTo(1);
        assertThat(count.missing()).isEqualTo(2);
    }

    private StreamCount count() {
        return round.counts().get(SOURCE);
    }

    private void listensToTheEndOf(long sent) throws Exception {
        control.begin(0);
        byte[] told = ControlMessage.of(Kind.ENDED, RoundNumbers.MEASURED, SOURCE, sent, 1000)
                .bytes();
        control.heard(told, 0, told.length);
        round.listen(Deadline.after(PATIENCE));
    }
}
