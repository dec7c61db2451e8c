package io.jgbench.messagebustest;

import io.jgbench.coordination.EpochClock;
import io.jgbench.workload.messagebus.BusMember;
import java.util.concurrent.TimeUnit;

/** How long one peer has owed answers without giving any; one thread asks, many times a second. */
final class Silence {
    /** Who has not asked for longer has stood still itself, as the peer's answers to it may have. */
    private static final long LONGEST_GAP_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final BusMember member;
    private final int place;
    private final EpochClock clock;
    private long acknowledged;
    private long askedNanos;
    private long silentNanos;

    /** Begins with this moment. */
    Silence(BusMember member, int place, EpochClock clock) {
        this.member = member;
        this.place = place;
        this.clock = clock;
        this.acknowledged = member.acknowledged(place);
        this.askedNanos = clock.epochNanos();
    }

    /** How long it is now. */
    long nanos() {
        long now = clock.epochNanos();
        long current = member.acknowledged(place);
        boolean silent = current == acknowledged && member.isOwed(place);
        silentNanos = silent ? silentNanos + Math.min(now - askedNanos, LONGEST_GAP_NANOS) : 0;
        acknowledged = current;
        askedNanos = now;
        return silentNanos;
    }
}
