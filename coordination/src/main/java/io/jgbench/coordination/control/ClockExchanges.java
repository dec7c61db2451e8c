package io.jgbench.coordination.control;

import io.jgbench.coordination.ClockOrigin;
import io.jgbench.coordination.protocol.ClockMeasurement;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.ClockReading;
import java.util.Optional;

/**
 * How another's clock stands to ours, from readings that it was asked for, as NTP does it (RFC 5905, section 8): the
 * one with the shortest round trip counts and belongs to its middle. Clocks that follow the same clock of their host
 * differ by what their origins differ, exactly, which is believed if the readings agree.
 */
public final class ClockExchanges {
    private static final int MOST = 64;
    /** Exchanges without a shorter round trip that end the measurement: both JVMs are as warm as they get. */
    private static final int WITHOUT_GAIN = 16;
    /** Enough to see how long a round trip may take. On one host nothing else is to be found out. */
    private static final int LEAST = 4;

    private final Optional<ClockOrigin> ours;

    private int count;
    private int best;
    private long shortestNanos = Long.MAX_VALUE;
    private long longestNanos;
    private long offsetNanos;
    private long atEpochNanos;
    private Optional<ClockOrigin> theirs = Optional.empty();

    /**
     * Begins without any.
     *
     * @param ours what our clock follows
     */
    public ClockExchanges(Optional<ClockOrigin> ours) {
        this.ours = ours;
    }

    /**
     * Adds an exchange.
     *
     * @param askedEpochNanos our clock before it
     * @param answeredEpochNanos our clock after it
     */
    public void add(long askedEpochNanos, long answeredEpochNanos, ClockReading reading) {
        long roundTrip = answeredEpochNanos - askedEpochNanos;
        longestNanos = Math.max(longestNanos, roundTrip);
        if (roundTrip < shortestNanos) {
            best = count;
            shortestNanos = roundTrip;
            offsetNanos = reading.epochNanos() - (askedEpochNanos + roundTrip / 2);
            theirs = reading.origin();
            atEpochNanos = askedEpochNanos + roundTrip / 2;
        }
        count++;
    }

    /** Whether more of them would tell nothing new. */
    public boolean areEnough() {
        int most = knownNanos().isPresent() ? LEAST : MOST;
        return count >= most || count - best > WITHOUT_GAIN;
    }

    /** What they tell where there is no time for more of them; empty where they are too few to tell anything. */
    Optional<ClockMeasurement> resultSoFar() {
        return count < LEAST ? Optional.empty() : Optional.of(result());
    }

    /** What they tell; there has to be one at least. */
    public ClockMeasurement result() {
        var offset = knownNanos()
                .map(known -> new ClockOffset(known, 0))
                .orElseGet(() -> new ClockOffset(offsetNanos, errorNanos()));
        return new ClockMeasurement(offset, longestNanos, atEpochNanos);
    }

    private long errorNanos() {
        return shortestNanos / 2 + 1;
    }

    private Optional<Long> knownNanos() {
        if (ours.isEmpty()
                || theirs.isEmpty()
                || !ours.get().hostClock().equals(theirs.get().hostClock())) {
            return Optional.empty();
        }
        long known = theirs.get().epochNanos() - ours.get().epochNanos();
        return Math.abs(known - offsetNanos) <= errorNanos() ? Optional.of(known) : Optional.empty();
    }
}
