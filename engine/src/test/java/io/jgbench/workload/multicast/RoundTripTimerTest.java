package io.jgbench.workload.multicast;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.EpochClock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RoundTripTimerTest {
    private static final int UNDER_WAY = 70_000;
    private static final int ROOM = 65_536;
    private static final long MILLI = 1_000_000;

    private final byte[] message = new byte[MulticastHeader.STAMPED_BYTES];
    private final AtomicLong now = new AtomicLong();
    private final RoundTripTimer timer = timer(Long.MAX_VALUE / 2);

    private RoundTripTimer timer(long messages) {
        return new RoundTripTimer(messages, 1, RoundTripTimer.NEVER, now::get);
    }

    /** Were those that wait longest written over, a stream that is far behind would look faster than it is. */
    @Test
    void whereMoreAreUnderWayThanThereIsRoomForTheFirstOnesAreTimed() {
        for (long sequence = 0; sequence < UNDER_WAY; sequence++) {
            send(timer, sequence);
        }
        now.set(UNDER_WAY * MILLI);
        LongStream.range(0, UNDER_WAY).forEach(timer::received);

        Histogram recorded = recorded(timer);
        assertThat(recorded.getTotalCount()).isEqualTo(ROOM);
        assertThat(recorded.getMinValue()).isEqualTo(recorded.lowestEquivalentValue((UNDER_WAY - ROOM + 1) * MILLI));
        assertThat(recorded.getMaxValue()).isEqualTo(recorded.highestEquivalentValue(UNDER_WAY * MILLI));
    }

    @Test
    void messagesAreTimedAgainAsSoonAsThereIsRoom() {
        var small = timer(1);
        send(small, 0);
        send(small, 1);
        send(small, 2);
        assertThat(recorded(small).getTotalCount()).isZero();

        LongStream.range(0, 3).forEach(small::received);
        assertThat(recorded(small).getTotalCount()).isEqualTo(2);

        send(small, 3);
        small.received(3);
        assertThat(recorded(small).getTotalCount()).isEqualTo(3);
    }

    @Test
    void lostMessageGivesItsPlaceToALaterOneWhenOneAfterItIsBack() {
        var small = timer(1);
        send(small, 0);
        send(small, 1);
        small.received(1);

        send(small, 2);
        small.received(2);
        assertThat(recorded(small).getTotalCount()).isEqualTo(2);

        // it was not lost, but its place is taken
        small.received(0);
        assertThat(recorded(small).getTotalCount()).isEqualTo(2);
    }

    @Test
    void messageThatIsNotTimedHereCarriesWhenItWasSentForOthers() {
        var small = timer(1);
        LongStream.range(0, 5).forEach(sequence -> send(small, sequence));

        assertThat(MulticastHeader.readStamp(message, 0)).isEqualTo(4 * MILLI);
    }

    /** Messages a millisecond after each other. */
    private void send(RoundTripTimer by, long sequence) {
        now.set(sequence * MILLI);
        by.sent(sequence, message);
    }

    @Test
    void samplesOfAWarmUpAreForgottenFromTheFirstOnAndThenLessOften() {
        var warmup = new RoundTripTimer(Long.MAX_VALUE / 2, 1, 4, EpochClock.system());

        assertThat(LongStream.range(0, 13).map(sequence -> timedAfter(warmup, sequence)))
                .containsExactly(1L, 1L, 2L, 1L, 2L, 3L, 4L, 1L, 2L, 3L, 4L, 1L, 2L);
    }

    private long timedAfter(RoundTripTimer taking, long sequence) {
        taking.sent(sequence, message);
        taking.received(sequence);
        return recorded(taking).getTotalCount();
    }

    private static Histogram recorded(RoundTripTimer timer) {
        Histogram total = RoundTripTimer.emptyHistogram();
        timer.addTo(total);
        return total;
    }
}
