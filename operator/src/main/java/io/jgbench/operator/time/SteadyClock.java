package io.jgbench.operator.time;

import io.jgbench.coordination.EpochClock;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;

/**
 * A clock for waits. It follows an {@link EpochClock}, so that a step of the wall clock moves none of them. Times that
 * others read are the wall clock's.
 */
public final class SteadyClock extends Clock {
    private final EpochClock clock;
    private final ZoneId zone;

    /** Follows this clock, in UTC. */
    public SteadyClock(EpochClock clock) {
        this(clock, ZoneOffset.UTC);
    }

    private SteadyClock(EpochClock clock, ZoneId zone) {
        this.clock = clock;
        this.zone = zone;
    }

    @Override
    public Instant instant() {
        long nanos = clock.epochNanos();
        long second = TimeUnit.SECONDS.toNanos(1);
        return Instant.ofEpochSecond(Math.floorDiv(nanos, second), Math.floorMod(nanos, second));
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
        return new SteadyClock(clock, other);
    }
}
