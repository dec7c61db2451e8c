package io.jgbench.coordination;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
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
    void stepOfTheWallClockMovesNoReading() {
        var wallClock = new AtomicReference<>(Instant.ofEpochSecond(1000));
        var monotonic = new AtomicLong(7);
        var clock = new SystemClock(wallClock::get, monotonic::get, Optional.of("host"));
        Optional<ClockOrigin> origin = clock.origin();

        wallClock.set(Instant.ofEpochSecond(5000));
        monotonic.addAndGet(30);
        assertThat(clock.epochNanos()).isEqualTo(1_000_000_000_030L);

        wallClock.set(Instant.EPOCH);
        monotonic.addAndGet(30);
        assertThat(clock.epochNanos()).isEqualTo(1_000_000_000_060L);
        assertThat(clock.origin()).isEqualTo(origin).contains(new ClockOrigin("host", 1_000_000_000_000L - 7));
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
