package io.jgbench.workload.messagebus;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec.Sending;
import io.jgbench.coordination.workload.messagebus.MessageBusSpecSendingBuilder;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SendGateTest {
    private static final int PEERS = 31;
    private static final int FREQUENCY = 100;

    /** Each hundredth message to a member is timed; whatever follows the last of these is answered by nobody. */
    @Test
    void messagesThatNobodyWasAskedToAnswerAreNotWaitedFor() throws Exception {
        Sending sending = MessageBusSpecSendingBuilder.builder(
                        TestBus.streaming().spec().sending())
                .threads(64)
                .latencyFrequency(FREQUENCY)
                .build();
        var streams = new OutStreams();
        for (int peer = 0; peer < PEERS; peer++) {
            for (int i = 1; i < FREQUENCY; i++) {
                streams.add(peer, 1000, false);
            }
        }
        Destinations all = Destinations.fixed(IntStream.range(0, PEERS).toArray());
        EpochClock noneWaits = () -> {
            throw new AssertionError("it waits");
        };
        var responder = new Responder((_, _, _, _) -> {}, 1000);
        var gate = new SendGate(
                sending,
                streams,
                new BusPhase.Wiring(
                        BusHeader.MEASURED,
                        (_, _, _, _) -> {},
                        responder,
                        all,
                        true,
                        false,
                        Optional.empty(),
                        noneWaits));

        gate.awaitAnswers(3, all, Long.MAX_VALUE);

        responder.close();
        assertThat(streams.unacknowledged(3)).isEqualTo(FREQUENCY - 1);
    }
}
