package io.jgbench.workload.multicast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SleptDelayTest {
    private static final long DELAY = 100_000;

    /** How long the thread was to sleep, each time. */
    private final List<Long> sleeps = new ArrayList<>();

    private long nowNanos;

    /** By how much the next sleeps are too long; by how much the next one is too short where that is less than 0. */
    private long lateNanos;

    private final SleptDelay delay = new SleptDelay(DELAY, () -> nowNanos, this::park);

    private void park(long nanos) {
        sleeps.add(nanos);
        nowNanos += nanos + lateNanos;
        lateNanos = Math.max(0, lateNanos);
    }

    @Test
    void sleepIsShorterByWhatTheOneBeforeTookTooLongSoThatTheMeanIsExact() {
        lateNanos = 55_000;

        for (int message = 0; message < 1000; message++) {
            delay.await();
        }

        assertThat(sleeps.subList(0, 3)).containsExactly(DELAY, 45_000L, 45_000L);
        assertThat(nowNanos).isEqualTo(1000 * DELAY + lateNanos);
    }

    @Test
    void delayThatTheOneBeforeHasTakenAsWellIsNoSleep() {
        lateNanos = DELAY;

        delay.await();
        delay.await();
        delay.await();

        assertThat(sleeps).containsExactly(DELAY, DELAY);
        assertThat(nowNanos).isEqualTo(4 * DELAY);
    }

    @Test
    void timeInWhichTheThreadStoodStillIsNotMadeUpForByMoreThanOneDelay() {
        lateNanos = 1_000 * DELAY;
        delay.await();
        lateNanos = 0;

        delay.await();
        delay.await();

        assertThat(sleeps).containsExactly(DELAY, DELAY);
        assertThat(nowNanos).isEqualTo(1_002 * DELAY);
    }

    @Test
    void threadThatIsWokenEarlySleepsOn() {
        lateNanos = -40_000;

        delay.await();

        assertThat(sleeps).containsExactly(DELAY, 40_000L);
        assertThat(nowNanos).isEqualTo(DELAY);
    }
}
