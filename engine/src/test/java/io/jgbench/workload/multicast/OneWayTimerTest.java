package io.jgbench.workload.multicast;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.CountRows;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OneWayTimerTest {
    private static final int INTERVAL = 10;
    private static final long TOOK_NANOS = 700;

    private final AtomicLong now = new AtomicLong();
    private final byte[] message = new byte[MulticastHeader.STAMPED_BYTES];
    private final OneWayTimer timer = new OneWayTimer(INTERVAL, 8, now::get);

    /** Message 0 with them: it is dropped only where there is no room for all. */
    @Test
    void eachSampledMessageIsTimedByTheStampThatItCarries() {
        arrive(0, 80);

        assertThat(rows()).hasSize(8).allSatisfy(row -> assertThat(row[2]).isEqualTo(TOOK_NANOS));
        assertThat(rows()).extracting(row -> row[1]).containsExactly(0L, 10L, 20L, 30L, 40L, 50L, 60L, 70L);
    }

    /** Without its first message, which was sent while the network was idle. */
    @Test
    void longStreamIsSampledEvenlyInAsMuchRoom() {
        arrive(0, 10_000);

        // every 128th of the messages that carry a stamp, counted from its end
        assertThat(rows()).extracting(row -> row[1]).containsExactly(1270L, 2550L, 3830L, 5110L, 6390L, 7670L, 8950L);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 64})
    void samplesOfAStreamAreEvenlyApartAndNotOfItsFirstMessageAsSoonAsTheyAreThinnedOut(int most) {
        var bounded = new OneWayTimer(INTERVAL, most, now::get);
        for (long sequence = 0; sequence < 10_000; sequence += INTERVAL) {
            arrive(bounded, sequence);
            List<long[]> rows = rows(bounded);
            boolean isThinnedOut = sequence >= (long) most * INTERVAL;

            assertThat(rows).hasSizeBetween(isThinnedOut ? most / 2 : 1, most);
            assertThat(rows.getFirst()[1] > 0).isEqualTo(isThinnedOut);
            long first = rows.getFirst()[1] + INTERVAL;
            for (int i = 0; i < rows.size(); i++) {
                assertThat(rows.get(i)[1]).isEqualTo((i + 1) * first - INTERVAL);
                assertThat(rows.get(i)[2]).isEqualTo(TOOK_NANOS);
            }
        }
    }

    @Test
    void messageThatIsMissingIsNotTimedByTheNextOne() {
        arrive(1, 10);
        arrive(11, 30);

        assertThat(rows()).extracting(row -> row[1]).containsExactly(20L);
    }

    @Test
    void nothingIsTimedWhereMessagesCarryNoStamp() {
        var none = new OneWayTimer(0, 8, now::get);

        assertThat(none.isDue(0)).isFalse();
        assertThat(none.isDue(1L << 40)).isFalse();
    }

    /** Messages with these numbers, a microsecond after each other. */
    private void arrive(long from, long until) {
        for (long sequence = from; sequence < until; sequence++) {
            arrive(timer, sequence);
        }
    }

    private void arrive(OneWayTimer at, long sequence) {
        now.set(sequence * 1000);
        MulticastHeader.writeStamp(message, 0, sequence * 1000 - TOOK_NANOS);
        if (at.isDue(sequence)) {
            at.received(sequence, message, 0);
        }
    }

    private List<long[]> rows() {
        return rows(timer);
    }

    private static List<long[]> rows(OneWayTimer of) {
        var rows = new CountRows(3);
        of.addTo(rows, 5);
        return rows.all();
    }
}
