package io.jgbench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RehearsalTest {
    private static final Duration OFTEN = Duration.ofMillis(5);
    private static final Duration SELDOM = Duration.ofMillis(50);

    private final Rehearsal rehearsal = new Rehearsal(OFTEN, SELDOM);

    @Test
    void looksAreSeldomUntilItBegins() {
        assertThat(rehearsal.nextNanos()).isEqualTo(SELDOM.toNanos());

        rehearsal.begin();

        assertThat(rehearsal.nextNanos()).isEqualTo(OFTEN.toNanos());
    }

    @Test
    void looksAreSeldomOnceThereWereEnough() {
        rehearsal.begin();

        assertThat(LongStream.range(0, Rehearsal.LOOKS).map(_ -> rehearsal.nextNanos()))
                .containsOnly(OFTEN.toNanos());
        assertThat(rehearsal.nextNanos()).isEqualTo(SELDOM.toNanos());
    }

    @Test
    void looksAreSeldomOnceItIsEnded() {
        rehearsal.begin();
        rehearsal.end();

        assertThat(rehearsal.nextNanos()).isEqualTo(SELDOM.toNanos());
    }

    @Test
    void looksOfARehearsalThatWasEndedCount() {
        rehearsal.begin();
        LongStream.range(0, Rehearsal.LOOKS - 1).forEach(_ -> rehearsal.nextNanos());
        rehearsal.end();
        rehearsal.begin();

        assertThat(rehearsal.nextNanos()).isEqualTo(OFTEN.toNanos());
        assertThat(rehearsal.nextNanos()).isEqualTo(SELDOM.toNanos());
    }
}
