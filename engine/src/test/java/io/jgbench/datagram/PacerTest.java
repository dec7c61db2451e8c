package io.jgbench.datagram;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.measure.ArrivalSequence;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacerTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int RATE = 10_000;

    @Test
    void rateIsKeptToThePacketWhereNothingStalls() {
        var pacer = Pacer.of(RATE, ArrivalSequence.even(RATE), 0);
        long sent = 0;
        for (long now = 0; now < 1000 * MILLI; now += MILLI / 10) {
            int due = pacer.due(now, 1000);
            assertThat(due).isLessThanOrEqualTo(2);
            pacer.sent(due);
            sent += due;
        }

        assertThat(sent).isEqualTo(RATE);
    }

    @Test
    void stallIsMadeUpForWithoutABurst() {
        var pacer = Pacer.of(RATE, ArrivalSequence.even(RATE), 0);
        var meter = new SlotMeter(RATE, 0);
        long sent = 0;
        for (long now = 0; now < 3000 * MILLI; now += MILLI / 10) {
            boolean stalled = now > 500 * MILLI && now < 550 * MILLI;
            if (!stalled) {
                int due = pacer.due(now, 1000);
                assertThat(due).isLessThanOrEqualTo(30);
                pacer.sent(due);
                meter.sent(now, due);
                sent += due;
            }
        }

        assertThat(sent).isEqualTo(3L * RATE);
        assertThat(meter.slots()).isBetween(296L, 299L);
        assertThat(meter.slots() - meter.within()).isBetween(5L, 7L);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 100, 1000, 20_000})
    void rateIsKeptByAThreadThatSleepsAsLongAsItIsTold(int rate) {
        var pacer = Pacer.of(rate, ArrivalSequence.even(rate), 0);
        long sent = 0;
        long now = 0;
        while (now < 10_000 * MILLI) {
            int due = pacer.due(now, 1000);
            pacer.sent(due);
            sent += due;
            now += due > 0 ? 0 : pacer.waitNanos();
        }

        assertThat(sent).isBetween(10L * rate - 1, 10L * rate + 1);
    }

    @Test
    void packetsAtRandomInstantsAreDueThenAndKeepTheRate() {
        ArrivalSequence arrivals = ArrivalSequence.poisson(RATE, 3);
        var pacer = Pacer.of(RATE, arrivals, 0);
        long sent = 0;
        long now = 0;
        while (now < 2000 * MILLI) {
            int due = pacer.due(now, 1000);
            if (due > 0) {
                assertThat(now).isBetween(pacer.nextDueNanos(), pacer.nextDueNanos() + MILLI / 10);
            }
            pacer.sent(due);
            sent += due;
            now += due > 0 ? 0 : pacer.waitNanos();
        }

        assertThat(sent).isBetween(2L * RATE - 1100, 2L * RATE + 1100);
    }

    @Test
    void waitForARareRandomPacketIsNoStall() {
        ArrivalSequence seldomAfterALongGap = before -> before == 0 ? 0 : 1000 * MILLI + before;
        var pacer = Pacer.of(RATE, seldomAfterALongGap, 0);
        pacer.sent(pacer.due(0, 1000));

        assertThat(pacer.due(1000 * MILLI + 10, 1000)).isEqualTo(10);
    }

    @Test
    void withoutARateAllIsDue() {
        assertThat(Pacer.unlimited().due(0, 44)).isEqualTo(44);
    }

    @Test
    void burstsAreSeenInTheSlots() {
        var meter = new SlotMeter(RATE, 0);
        for (long slot = 0; slot < 100; slot += 2) {
            meter.sent(slot * SlotMeter.SLOT_NANOS, 200);
        }

        assertThat(meter.slots()).isEqualTo(97);
        assertThat(meter.within()).isZero();
    }

    @Test
    void rateOfLessThanAPacketASlotIsEvenWithOnePacketMoreOrLess() {
        var meter = new SlotMeter(10, 0);
        for (long slot = 0; slot < 100; slot += 10) {
            meter.sent(slot * SlotMeter.SLOT_NANOS, 1);
        }

        assertThat(meter.within()).isEqualTo(meter.slots()).isPositive();
    }
}
