package io.jgbench.workload.messagebus;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.workload.messagebus.MessageBusReport.Received;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class InStreamsTest {
    private final AtomicLong clock = new AtomicLong();
    private final InStreams streams = new InStreams(clock::get, false);

    @Test
    void timeOfReceivingIsThatFromTheFirstMessageOfAllToTheLastOne() {
        receive(2, 0, 0, 200);
        receive(1, 3, 0, 100);
        end(1, 3, 1, 150);
        end(2, 0, 2, 300);
        receive(2, 0, 1, 400);

        assertThat(streams.firstNanos()).isEqualTo(100);
        assertThat(streams.lastNanos()).isEqualTo(400);
    }

    @Test
    void streamThatMissesMessagesLastsUntilItsSenderSaysThatItHasEnded() {
        receive(1, 0, 0, 100);
        end(1, 0, 2, 250);
        end(1, 0, 2, 300);

        assertThat(streams.lastNanos()).isEqualTo(250);
        assertThat(streams.lost()).isEqualTo(1);
    }

    @Test
    void countsOfAMembersStreamsAddUp() {
        receive(1, 0, 0, 1);
        receive(1, 0, 2, 2);
        receive(1, 1, 1, 3);
        receive(1, 1, 0, 4);
        receive(1, 1, 1, 5);
        end(1, 0, 3, 6);
        end(1, 1, 4, 7);
        receive(2, 0, 0, 8);

        assertThat(streams.received(3))
                .containsExactly(new Received(1, 7, 4, 3, 1, 1, true), new Received(2, 1, 1, 0, 0, 0, false));
        assertThat(streams.lost()).isEqualTo(3 + 1);
    }

    @Test
    void whoTakesAForgottenMembersPlaceBeginsAnew() {
        receive(1, 0, 0, 1);
        receive(1, 0, 1, 2);
        streams.forget(1);
        receive(1, 0, 0, 3);

        assertThat(streams.received(2)).containsExactly(new Received(1, 1, 1, 0, 0, 0, false));
    }

    private void receive(int from, int stream, long sequence, long nanos) {
        clock.set(nanos);
        streams.of(from, stream)
                .receive(BusHeader.of(BusHeader.MESSAGE, from, 0, BusHeader.MEASURED, stream, sequence));
    }

    private void end(int from, int stream, long messages, long nanos) {
        clock.set(nanos);
        streams.of(from, stream).end(BusHeader.of(BusHeader.END, from, 0, BusHeader.MEASURED, stream, messages));
    }
}
