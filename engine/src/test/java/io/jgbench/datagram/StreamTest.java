package io.jgbench.datagram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StreamTest {
    private static final int BYTES = 1000;
    private static final long SILENCE_NANOS = 500;

    private final Stream stream = new Stream(7, 0, 42, 100);

    @Test
    void countsBeginWithTheFirstPacketAndEndWithTheLastOne() {
        arrives(0, 200);
        arrives(1, 300);
        arrives(4, 400);
        arrives(2, 500);
        arrives(2, 600);

        StreamCount count = stream.get();
        assertThat(count.firstNanos()).isEqualTo(200);
        assertThat(count.elapsedNanos()).isEqualTo(400);
        assertThat(count.sent()).isEqualTo(5);
        assertThat(count.sentKnown()).isFalse();
        assertThat(count.received()).isEqualTo(4);
        assertThat(count.missing()).isEqualTo(1);
        assertThat(count.successRate()).isEqualTo(0.8);
        assertThat(count.duplicate()).isEqualTo(1);
        assertThat(count.bytes()).isEqualTo(5 * BYTES);
    }

    @Test
    void countSinceAnEarlierOneHasWhatCameBetween() {
        arrives(0, 200);
        arrives(1, 300);
        StreamCount before = stream.get();
        stream.packet(9, BYTES, false, 400);
        arrives(6, 500);
        arrives(3, 600);
        arrives(9, 700);

        StreamCount since = stream.get().since(before);

        assertThat(since.elapsedNanos()).isEqualTo(400);
        assertThat(since.sent()).isEqualTo(8);
        assertThat(since.received()).isEqualTo(3);
        assertThat(since.missing()).isEqualTo(5);
        assertThat(since.outOfOrder()).isEqualTo(2);
        assertThat(since.averageOffset()).isEqualTo(4.5);
        assertThat(since.duplicate()).isEqualTo(1);
        assertThat(since.corrupt()).isEqualTo(1);
        assertThat(since.bytes()).isEqualTo(4 * BYTES);
    }

    @Test
    void streamThatHasAllIsClosedAtOnceAndWhatComesLaterIsLate() {
        arrives(0, 200);
        arrives(1, 300);
        stream.ended(2, 310);
        stream.closeIfOver(320, SILENCE_NANOS);
        arrives(0, 400);

        assertThat(stream.closed()).isCompletedWithValueMatching(count -> count.received() == 2 && count.sentKnown());
        assertThat(stream.get().late()).isEqualTo(1);
        assertThat(stream.get().duplicate()).isZero();
    }

    @Test
    void streamThatMissesPacketsIsClosedWhenItHasBeenSilent() {
        arrives(0, 200);
        stream.ended(3, 300);
        stream.closeIfOver(300 + SILENCE_NANOS, SILENCE_NANOS);
        assertThat(stream.closed()).isNotDone();
        stream.ended(1, 400);

        stream.closeIfOver(301 + SILENCE_NANOS, SILENCE_NANOS);

        assertThat(stream.closed()).isCompletedWithValueMatching(count -> count.missing() == 2);
    }

    @Test
    void timeInWhichTheListenerStoodStillIsNoSilence() {
        arrives(0, 200);
        stream.ended(3, 300);
        stream.stoodStill(600, 900);
        stream.closeIfOver(900 + SILENCE_NANOS, SILENCE_NANOS);
        assertThat(stream.closed()).isNotDone();
        assertThat(stream.silentNanos(1000)).isEqualTo(100);

        stream.closeIfOver(901 + SILENCE_NANOS, SILENCE_NANOS);

        assertThat(stream.closed()).isCompletedWithValueMatching(count -> count.missing() == 2);
    }

    @Test
    void packetThatWasReadAfterAStandstillBeginsTheSilenceAnew() {
        arrives(0, 900);
        stream.stoodStill(600, 900);

        assertThat(stream.silentNanos(1000)).isEqualTo(100);
    }

    /** Its process may be stopped for most of the time, as long as the run lasts. */
    @Test
    void streamOfAListenerThatStandsStillAgainAndAgainIsClosedAfterTheTimeInWhichItRan() {
        stream.ended(3, 300);
        for (long now = 700; now <= 2300; now += 400) {
            stream.stoodStill(300, now);
            stream.closeIfOver(now, SILENCE_NANOS);
            assertThat(stream.closed()).isNotDone();
        }

        stream.stoodStill(300, 2700);
        stream.closeIfOver(2700, SILENCE_NANOS);

        assertThat(stream.closed()).isDone();
    }

    @Test
    void streamThatGoesOnCountsFromItsFirstPacketOn() {
        var resumed = new Stream(7, 1000, 42, 100);
        resumed.packet(1002, BYTES, true, 200);
        resumed.packet(999, BYTES, true, 300);
        resumed.packet(1001, BYTES, true, 400);

        StreamCount count = resumed.get();
        assertThat(count.sent()).isEqualTo(3);
        assertThat(count.received()).isEqualTo(2);
        assertThat(count.missing()).isEqualTo(1);
        assertThat(count.outOfOrder()).isEqualTo(1);
        assertThat(count.late()).isEqualTo(1);
        assertThat(resumed.next()).isEqualTo(1003);
        resumed.ended(1010, 500);
        assertThat(resumed.get().sent()).isEqualTo(10);
        assertThat(resumed.next()).isEqualTo(1010);
    }

    private void arrives(long sequence, long nanos) {
        stream.packet(sequence, BYTES, true, nanos);
    }
}
