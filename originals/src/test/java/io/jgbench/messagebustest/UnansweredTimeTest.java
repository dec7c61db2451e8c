package io.jgbench.messagebustest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class UnansweredTimeTest {
    private static final long TENTH = TimeUnit.MILLISECONDS.toNanos(100);

    private final AtomicLong clock = new AtomicLong(1000 * TENTH);
    private final AtomicLong answers = new AtomicLong(7);
    private final AtomicBoolean owed = new AtomicBoolean(true);
    private final UnansweredTime silence = new UnansweredTime(answers::get, owed::get, clock::get);

    @Test
    void peerThatOwesAnswersIsSilentUntilItGivesOne() {
        assertThat(after(TENTH)).isEqualTo(TENTH);
        assertThat(after(3 * TENTH)).isEqualTo(4 * TENTH);

        answers.incrementAndGet();

        assertThat(after(TENTH)).isZero();
        assertThat(after(TENTH)).isEqualTo(TENTH);
    }

    @Test
    void peerThatOwesNothingIsNotSilent() {
        after(5 * TENTH);
        owed.set(false);

        assertThat(after(TENTH)).isZero();
    }

    @Test
    void timeInWhichTheOneThatAsksStoodStillItselfCountsAsASecond() {
        assertThat(after(600 * TENTH)).isEqualTo(10 * TENTH);
    }

    private long after(long nanos) {
        clock.addAndGet(nanos);
        return silence.nanos();
    }
}
