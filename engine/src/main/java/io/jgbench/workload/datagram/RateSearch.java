package io.jgbench.workload.datagram;

import io.jgbench.coordination.workload.datagram.DatagramSearch;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Looks for the highest rate that passes (RFC 2544, section 26.1): each trial divides what lies between a rate that
 * passed and one that failed. As one trial proves little, the rate that was found has to pass again, and gives way to a
 * lower one where it does not. A trial in which a publisher sent less than was asked for is repeated: it may have stood
 * still. The last trial is one that passed with the rate that was found. Not thread-safe.
 */
final class RateSearch {
    /** A trial leaves at least this share of what lies between on either side. */
    private static final double MARGIN = 0.1;

    /** How far a rate is lowered that did not pass again. */
    private static final double STEP_DOWN = 0.95;

    /** How often in a row a trial is repeated; a publisher that sent too little each time cannot send more. */
    private static final int MOST_REPEATS = 2;

    private static final int MOST_TRIALS = 60;

    /**
     * The least number of packets to each listener in a trial: fewer prove nothing, so no lower rate is tried.
     */
    private static final int FEWEST_PACKETS_EACH = 30;

    private static final double PERMILLE = 1000;

    private final OptionalLong most;
    private final double resolution;
    private final int confirmations;

    /** The rate at which a trial has one packet. */
    private final double packetRate;

    private final double least;
    private double passed;
    private double failed = Double.POSITIVE_INFINITY;
    private double next = Double.POSITIVE_INFINITY;
    private double mostSent;
    private double candidate;
    private int confirmed;
    private int trials;
    private int repeats;
    private boolean found;
    private boolean over;

    /**
     * Nothing is known yet.
     *
     * @param most the highest rate to try, in bytes a second; empty to begin without a limit
     * @param settings of the search
     * @param packetBytes size of a packet
     * @param targets to how many listeners a publisher sends
     */
    RateSearch(OptionalLong most, DatagramSearch settings, int packetBytes, int targets) {
        this.most = most;
        this.resolution = settings.resolutionPermille() / PERMILLE;
        this.confirmations = settings.confirmations();
        this.packetRate = (double) packetBytes
                * TimeUnit.SECONDS.toNanos(1)
                / settings.trialDuration().toNanos();
        this.least = Math.min(FEWEST_PACKETS_EACH * targets * packetRate, (double) most.orElse(Long.MAX_VALUE));
    }

    /** Whether there is another trial to do. */
    boolean isOver() {
        return over;
    }

    /** The rate of the next trial; empty for one without a limit. */
    OptionalLong rate() {
        return Double.isInfinite(next) ? most : OptionalLong.of(Math.max(1, Math.round(next)));
    }

    /**
     * A trial is over.
     *
     * @param ok whether no pair lost more than the bound
     * @param loss the share that the pair with the most loss lost
     * @param sentBytesPerSecond what the slowest publisher really sent
     */
    void ended(boolean ok, double loss, long sentBytesPerSecond) {
        OptionalLong asked = rate();
        double tried = asked.isPresent() ? Math.min(asked.getAsLong(), sentBytesPerSecond) : sentBytesPerSecond;
        trials++;
        // without a limit nobody knows what could have been sent
        boolean heldUp = asked.isEmpty() || tried < asked.getAsLong() - tolerance(asked.getAsLong());
        boolean confirming = candidate > 0;
        mostSent = Math.max(mostSent, tried);
        if (ok && !confirming) {
            passed = Math.max(passed, tried);
        }
        if (heldUp && repeats < MOST_REPEATS && (ok || !confirming)) {
            repeats++;
        } else {
            repeats = 0;
            judge(ok, loss, tried, heldUp);
        }
        over |= found || trials >= MOST_TRIALS;
    }

    /** Packets are whole: a trial may have one more or less than the rate says. */
    private double tolerance(long asked) {
        return Math.max(asked * resolution, packetRate);
    }

    private void judge(boolean ok, double loss, double tried, boolean heldUp) {
        if (candidate > 0) {
            confirm(ok, heldUp ? Math.min(candidate, tried) : candidate);
        } else if (Double.isInfinite(next)) {
            // where it passed, nothing higher can be asked for, or be sent
            boolean mostPassed = passed > 0 && passed >= mostSent;
            failed = mostPassed ? failed : mostSent;
            decide(mostPassed, ok && tried >= passed, mostSent * (1 - loss));
        } else if (ok) {
            decide(heldUp, tried >= passed, (passed + failed) / 2);
        } else {
            failed = tried;
            // a publisher that was held up sent less than in a trial that passed, and lost more
            passed = passed < failed ? passed : 0;
            decide(false, false, tried * (1 - loss));
        }
    }

    /**
     * Chooses the next rate.
     *
     * @param highest whether nothing higher can be tried than what passed
     * @param here whether this trial is the one that passed with the most
     * @param guess a rate that may pass
     */
    private void decide(boolean highest, boolean here, double guess) {
        double between = failed - passed;
        double lowest = Math.max(passed + MARGIN * between, least);
        double greatest = failed - MARGIN * between;
        if (passed > 0 && (highest || between <= resolution * failed || lowest > greatest)) {
            candidate = passed;
            next = passed;
            found = here && confirmations == 0;
        } else if (lowest > greatest) {
            over = true;
        } else {
            next = Math.clamp(guess, lowest, greatest);
        }
    }

    private void confirm(boolean ok, double sent) {
        if (ok) {
            candidate = sent;
            next = sent;
            confirmed++;
            found = confirmed >= confirmations && candidate >= 1;
            over = candidate < 1;
        } else {
            confirmed = 0;
            candidate *= STEP_DOWN;
            next = candidate;
            over = candidate < least;
        }
    }

    /** The rate that was found, in bytes a second; empty where none passed. */
    Optional<Long> found() {
        return found ? Optional.of(Math.round(candidate)) : Optional.empty();
    }
}
