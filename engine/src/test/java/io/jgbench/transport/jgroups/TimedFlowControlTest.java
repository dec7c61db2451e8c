package io.jgbench.transport.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.transport.AnsweringThread;
import io.jgbench.transport.SenderWaits;
import io.jgbench.transport.jgroups.TimedFlowControl.TimedCredit;
import io.jgbench.transport.jgroups.TimedFlowControl.TimedCreditMap;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
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

    private final SenderWaits waits = new SenderWaits();

    @Test
    void waitForCreditsOfAMulticastIsCountedAsLongAsItTook() {
        Address receiver = ExtendedUUID.randomUUID("receiver");
        var credits = new TimedCreditMap(CREDITS, waits);
        credits.putIfAbsent(receiver);

        countsWhatPassed((bytes, timeout) -> credits.decrement(new EmptyMessage(), bytes, timeout));
    }

    @Test
    void waitForCreditsOfOneReceiverIsCountedAsLongAsItTook() {
        var credit = new TimedCredit(CREDITS, waits);

        countsWhatPassed((bytes, timeout) -> credit.decrementIfEnoughCredits(new EmptyMessage(), bytes, timeout));
    }

    /** A mean over waits of both lengths would count the long one once more with each short one. */
    private void countsWhatPassed(BiPredicate<Integer, Long> send) {
        assertThat(send.test(CREDITS, LONG_WAIT.toMillis())).isTrue();
        assertThat(waits.nanos()).isZero();

        long began = System.nanoTime();
        assertThat(send.test(1, LONG_WAIT.toMillis())).isFalse();
        for (int i = 0; i < SHORT_WAITS; i++) {
            assertThat(send.test(1, 1L)).isFalse();
        }
        long passed = System.nanoTime() - began;

        assertThat(waits.nanos()).isBetween(LONG_WAIT.toNanos(), passed);
        assertThat(waits.count()).isEqualTo(1 + SHORT_WAITS);
        assertThat(send.test(1, 0L)).as("without waiting").isFalse();
    }

    /** Of the time of the threads that send, a share of more than all of it would be waited else. */
    @Test
    void waitOfAThreadThatAnswersIsNotOneOfASender() throws Exception {
        var credit = new TimedCredit(CREDITS, waits);
        assertThat(credit.decrementIfEnoughCredits(new EmptyMessage(), CREDITS, 0L))
                .isTrue();
        var sent = new AtomicBoolean(true);

        var answering = new AnsweringThread(
                "answering", () -> sent.set(credit.decrementIfEnoughCredits(new EmptyMessage(), 1, 1L)));
        answering.start();
        answering.join();

        assertThat(sent).isFalse();
        assertThat(waits.count()).isZero();
        assertThat(waits.nanos()).isZero();
    }

    @Test
    void stackTakesThoseThatCount() {
        assertThat(List.of(CountingProtocols.inPlaceOf(MFC.class), CountingProtocols.inPlaceOf(UFC.class)))
                .allSatisfy(type -> assertThat(CountsBlocked.class).isAssignableFrom(type));
    }
}
