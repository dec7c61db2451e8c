package io.jgbench.workload.multicast;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.multicast.MulticastReport.StreamReport;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StreamReceiverTest {
    private long now = 1000;
    private int clockReadings;
    private final EpochClock clock = () -> {
        clockReadings++;
        return now++;
    };

    @Test
    void messagesInOrderAreAllReceivedAndTheClockIsReadTwice() {
        StreamReceiver stream = new StreamReceiver(1000, true, clock);

        receive(stream, 0, 1000);

        assertThat(stream.report(3, 1)).isEqualTo(new StreamReport(3, 1, 1000, 1000, 0, 0, 0));
        assertThat(stream.isComplete()).isTrue();
        assertThat(clockReadings).isEqualTo(2);
        assertThat(stream.firstNanos()).isEqualTo(1000);
        assertThat(stream.lastNanos()).isEqualTo(1001);
    }

    @Test
    void missingMessagesAreLost() {
        StreamReceiver stream = new StreamReceiver(100, true, clock);

        receive(stream, 0, 10);
        receive(stream, 25, 90);

        assertThat(stream.report(0, 0)).isEqualTo(new StreamReport(0, 0, 100, 75, 25, 0, 0));
        assertThat(stream.isComplete()).isFalse();
    }

    @Test
    void messagesThatComeAgainAreDoubledAndNotReceivedTwice() {
        StreamReceiver stream = new StreamReceiver(10, true, clock);

        receive(stream, 0, 5);
        boolean isNew = stream.receive(4);
        stream.receive(0);
        receive(stream, 5, 10);
        stream.receive(9);

        assertThat(isNew).isFalse();
        assertThat(stream.report(0, 0)).isEqualTo(new StreamReport(0, 0, 10, 10, 0, 3, 0));
    }

    @Test
    void messagesThatComeAfterLaterOnesAreReorderedAndNotLost() {
        StreamReceiver stream = new StreamReceiver(10, true, clock);

        receive(stream, 0, 3);
        receive(stream, 5, 10);
        stream.receive(4);
        stream.receive(3);

        assertThat(stream.report(0, 0)).isEqualTo(new StreamReport(0, 0, 10, 10, 0, 0, 2));
    }

    @Test
    void numbersBeyondTheStreamAreIgnored() {
        StreamReceiver stream = new StreamReceiver(10, true, clock);

        receive(stream, 0, 10);

        assertThat(stream.receive(10)).isFalse();
        assertThat(stream.receive(1L << 40)).isFalse();
        assertThat(stream.report(0, 0)).isEqualTo(new StreamReport(0, 0, 10, 10, 0, 0, 0));
    }

    @Test
    void theLastMessageThatReallyCameIsTimedWhenTheTailIsLost() {
        StreamReceiver unreliable = new StreamReceiver(10, false, clock);

        receive(unreliable, 0, 4);
        now = 5000;
        receive(unreliable, 6, 8);
        now = 9000;
        unreliable.end(10);

        assertThat(unreliable.firstNanos()).isEqualTo(1000);
        assertThat(unreliable.lastNanos()).isEqualTo(5001);
    }

    @Test
    void aStreamOfOneMessageHasTheSameFirstAndLastInstant() {
        StreamReceiver stream = new StreamReceiver(1, true, clock);

        stream.receive(0);

        assertThat(stream.lastNanos()).isEqualTo(stream.firstNanos()).isPositive();
    }

    @Test
    void anyArrivalOrderGivesTheCountsThatASetWouldGive() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            int count = 1 + random.nextInt(200_000 / (1 + seed));
            StreamReceiver stream = new StreamReceiver(count, random.nextBoolean(), clock);
            BitSet seen = new BitSet();
            long duplicated = 0;
            long reordered = 0;
            for (int i = 0; i < count; i++) {
                int sequence = Math.clamp(i + (long) (random.nextGaussian() * 70), 0, count - 1);
                if (seen.get(sequence)) {
                    duplicated++;
                } else if (sequence < seen.length() - 1) {
                    reordered++;
                }
                assertThat(stream.receive(sequence)).isEqualTo(!seen.get(sequence));
                seen.set(sequence);
            }

            assertThat(stream.report(0, 0))
                    .as("seed " + seed)
                    .isEqualTo(new StreamReport(
                            0, 0, count, seen.cardinality(), count - seen.cardinality(), duplicated, reordered));
        }
    }

    private static void receive(StreamReceiver stream, long from, long to) {
        for (long sequence = from; sequence < to; sequence++) {
            stream.receive(sequence);
        }
    }
}
