package io.jgbench.workload.messagebus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A megabyte a second: a byte takes a microsecond. */
class ProcessingPaceTest {
    private final AtomicLong now = new AtomicLong(1_000_000);
    private final ProcessingPace pace = new ProcessingPace(1_000_000, now::get);

    @Test
    void messagesFollowEachOtherWhicheverThreadTakesThem() {
        pace.begins();
        pace.begins();

        assertThat(pace.claim(100)).isEqualTo(1_000_000);
        assertThat(pace.claim(50)).isEqualTo(1_100_000);
        assertThat(pace.claim(1)).isEqualTo(1_150_000);
    }

    @Test
    void timeInWhichNoThreadHasAnythingToDoIsNotMadeUpFor() {
        pace.begins();
        pace.claim(100);
        pace.rests();
        now.set(9_000_000);

        pace.begins();

        assertThat(pace.claim(100)).isEqualTo(9_000_000);
    }

    @Test
    void timeInWhichAnotherThreadWorksIsMadeUpFor() {
        pace.begins();
        pace.begins();
        pace.claim(100);
        pace.rests();
        now.set(9_000_000);

        pace.begins();

        assertThat(pace.claim(100)).isEqualTo(1_100_000);
    }
}
