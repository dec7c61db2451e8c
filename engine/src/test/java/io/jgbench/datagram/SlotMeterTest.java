package io.jgbench.datagram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SlotMeterTest {
    private static final long BEGAN_NANOS = 1_000;
    private static final int EACH_SLOT = 100;

    private final SlotMeter meter = new SlotMeter(EACH_SLOT * 100.0, BEGAN_NANOS);

    @Test
    void slotsWithTheirPacketsAreEvenAndThoseThatAreNotWholeDoNotCount() {
        for (int slot = 0; slot < 10; slot++) {
            meter.sent(at(slot), EACH_SLOT);
        }
        meter.ended(at(9));

        assertThat(meter.slots()).isEqualTo(8);
        assertThat(meter.within()).isEqualTo(8);
    }

    @Test
    void slotsInWhichNothingWentAfterTheFirstPacketsAreUneven() {
        meter.sent(at(0), EACH_SLOT);
        meter.sent(at(50), EACH_SLOT);
        meter.sent(at(51), EACH_SLOT);

        assertThat(meter.slots()).isEqualTo(50);
        assertThat(meter.within()).isEqualTo(1);
    }

    @Test
    void slotsInWhichNothingWentBeforeTheEndAreUneven() {
        meter.sent(at(0), EACH_SLOT);
        meter.sent(at(1), EACH_SLOT);
        meter.ended(at(50));

        assertThat(meter.slots()).isEqualTo(49);
        assertThat(meter.within()).isEqualTo(1);
    }

    @Test
    void emptySlotsOfARateOfLessThanAPacketASlotAreEven() {
        var slow = new SlotMeter(10, BEGAN_NANOS);
        slow.sent(at(0), 1);
        slow.sent(at(10), 1);
        slow.ended(at(20));

        assertThat(slow.slots()).isEqualTo(19);
        assertThat(slow.within()).isEqualTo(19);
    }

    private static long at(int slot) {
        return BEGAN_NANOS + slot * SlotMeter.SLOT_NANOS;
    }
}
