package io.jgbench.workload.messagebus;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A receiver over an unreliable transport, where the end of what it is sent is never told. */
class BusDrainTest {
    private static final int GAP_SECONDS = 20;

    /** A message of 100 bytes each 20 s. */
    private final MessageBusSpec slow = TestBus.streaming()
            .between(1, 1)
            .timingNone()
            .rate(5)
            .lasting(Duration.ofMinutes(2))
            .spec();

    @Test
    void receiverOfASlowSenderOverAnUnreliableTransportWaitsLongerThanItsGaps() throws Exception {
        try (var receiver = new Receiver(slow)) {
            var clock = new SecondByNewSecond(receiver);

            new BusDrain(receiver.phase, new Routes(slow, 2), 1, false, clock).await(false, Long.MAX_VALUE, "workload");

            assertThat(receiver.phase.received()).isEqualTo(2);
            assertThat(clock.seconds).as("seconds").isBetween(GAP_SECONDS + 15L, 2L * GAP_SECONDS + 16);
        }
    }

    private static final class Receiver implements AutoCloseable {
        private final Responder responder;
        private final BusPhase phase;

        private Receiver(MessageBusSpec spec) {
            responder = new Responder((_, _, _, _) -> {}, spec.largestMessageBytes());
            phase = new BusPhase(
                    spec,
                    new BusPhase.Wiring(
                            BusHeader.MEASURED,
                            (_, _, _, _) -> {},
                            responder,
                            () -> new int[0],
                            false,
                            false,
                            Optional.empty(),
                            EpochClock.system()));
        }

        private void receive(long number) {
            byte[] message = new byte[100];
            BusHeader.write(message, 0, BusHeader.of(BusHeader.MESSAGE, 0, 1, BusHeader.MEASURED, 0, number), 0);
            phase.receive(0, message, 0, message.length);
        }

        @Override
        public void close() {
            phase.close();
            responder.close();
        }
    }

    private static final class SecondByNewSecond implements EpochClock {
        private final Receiver receiver;
        private long seconds;

        private SecondByNewSecond(Receiver receiver) {
            this.receiver = receiver;
            receiver.receive(0);
        }

        @Override
        public long epochNanos() {
            seconds++;
            if (seconds == 1 + GAP_SECONDS) {
                receiver.receive(1);
            }
            return seconds * 1_000_000_000;
        }
    }
}
