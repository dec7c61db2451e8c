package io.jgbench.transport.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.transport.jgroups.TimedFlowControl.TimedCredit;
import io.jgbench.transport.jgroups.TimedFlowControl.TimedCreditMap;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiPredicate;
import org.jgroups.Address;
import org.jgroups.EmptyMessage;
import org.jgroups.protocols.MFC;
import org.jgroups.protocols.UFC;
import org.jgroups.util.ExtendedUUID;
import org.junit.jupiter.api.Test;

class TimedFlowControlTest {
    private static final Duration LONG_WAIT = Duration.ofMillis(300);
    private static final int SHORT_WAITS = 100;
    private static final int CREDITS = 1_000;

    private final LongAdder blockedNanos = new LongAdder();

    @Test
    void waitForCreditsOfAMulticastIsCountedAsLongAsItTook() {
        Address receiver = ExtendedUUID.randomUUID("receiver");
        var credits = new TimedCreditMap(CREDITS, blockedNanos);
        credits.putIfAbsent(receiver);

        countsWhatPassed((bytes, timeout) -> credits.decrement(new EmptyMessage(), bytes, timeout));
    }

    @Test
    void waitForCreditsOfOneReceiverIsCountedAsLongAsItTook() {
        var credit = new TimedCredit(CREDITS, blockedNanos);

        countsWhatPassed((bytes, timeout) -> credit.decrementIfEnoughCredits(new EmptyMessage(), bytes, timeout));
    }

    /** A mean over waits of both lengths would count the long one once more with each short one. */
    private void countsWhatPassed(BiPredicate<Integer, Long> send) {
        assertThat(send.test(CREDITS, LONG_WAIT.toMillis())).isTrue();
        assertThat(blockedNanos.sum()).isZero();

        long began = System.nanoTime();
        assertThat(send.test(1, LONG_WAIT.toMillis())).isFalse();
        for (int i = 0; i < SHORT_WAITS; i++) {
            assertThat(send.test(1, 1L)).isFalse();
        }
        long passed = System.nanoTime() - began;

        assertThat(blockedNanos.sum()).isBetween(LONG_WAIT.toNanos(), passed);
        assertThat(send.test(1, 0L)).as("without waiting").isFalse();
    }

    @Test
    void stackTakesThoseThatCount() {
        assertThat(List.of(CountingProtocols.inPlaceOf(MFC.class), CountingProtocols.inPlaceOf(UFC.class)))
                .allSatisfy(type -> assertThat(CountsBlocked.class).isAssignableFrom(type));
    }
}
