package io.jgbench.coordination;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class EpochClockTest {

    @Test
    @EnabledOnOs(OS.LINUX)
    void systemClocksOfAHostDifferByWhatTheirOriginsDiffer() {
        EpochClock first = EpochClock.system();
        EpochClock second = EpochClock.system();
        ClockOrigin of1 = first.origin().orElseThrow();
        ClockOrigin of2 = second.origin().orElseThrow();
        assertThat(of1.hostClock()).isEqualTo(of2.hostClock());

        long before = first.epochNanos();
        long between = second.epochNanos() - (of2.epochNanos() - of1.epochNanos());
        long after = first.epochNanos();
        assertThat(between).isBetween(before, after);
    }

    @Test
    void systemClockShowsTheWallClocksTime() {
        long seconds = Instant.now().getEpochSecond();
        assertThat(EpochClock.system().epochNanos() / 1_000_000_000L).isBetween(seconds, seconds + 60);
    }

    @Test
    void clockOfItsOwnHasNoOrigin() {
        EpochClock own = () -> 5;
        assertThat(own.origin()).isEmpty();
    }
}
