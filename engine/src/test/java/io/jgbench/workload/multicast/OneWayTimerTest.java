package io.jgbench.workload.multicast;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.CountRows;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OneWayTimerTest {
    private static final int INTERVAL = 10;
    private static final long TOOK_NANOS = 700;

    private final AtomicLong now = new AtomicLong();
    private final byte[] message = new byte[MulticastHeader.STAMPED_BYTES];
    private final OneWayTimer timer = new OneWayTimer(INTERVAL, 8, now::get);

    @Test
    void eachSampledMessageIsTimedByTheStampThatItCarries() {
        arrive(0, 80);

        assertThat(rows()).hasSize(8).allSatisfy(row -> assertThat(row[2]).isEqualTo(TOOK_NANOS));
        assertThat(rows()).extracting(row -> row[1]).containsExactly(0L, 10L, 20L, 30L, 40L, 50L, 60L, 70L);
    }

    @Test
    void longStreamIsSampledEvenlyInAsMuchRoom() {
        arrive(0, 10_000);

        List<long[]> rows = rows();
        assertThat(rows).hasSizeBetween(4, 8);
        assertThat(rows.getFirst()[1]).isZero();
        long apart = rows.get(1)[1] - rows.get(0)[1];
        for (int i = 1; i < rows.size(); i++) {
            assertThat(rows.get(i)[1] - rows.get(i - 1)[1]).isEqualTo(apart);
        }
        assertThat(rows.getLast()[1] + apart).isGreaterThanOrEqualTo(10_000);
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
            now.set(sequence * 1000);
            MulticastHeader.writeStamp(message, 0, sequence * 1000 - TOOK_NANOS);
            if (timer.isDue(sequence)) {
                timer.received(sequence, message, 0);
            }
        }
    }

    private List<long[]> rows() {
        var rows = new CountRows(3);
        timer.addTo(rows, 5);
        return rows.all();
    }
}
