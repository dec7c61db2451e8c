package io.jgbench.workload.datagram;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * Looks for the highest rate that passes (RFC 2544, section 26.1): each trial divides what lies between a rate that passed and one
 * that failed. As one trial proves little, the rate that was found has to pass again, and gives way to a lower one where it
 * does not. A trial in which a publisher sent less than was asked for is repeated: it may have stood still. Not thread-safe.
 */
final class RateSearch {
    /** A trial leaves at least this share of what lies between on either side. */
    private static final double MARGIN = 0.1;

    /** How far a rate is lowered that did not pass again. */
    private static final double STEP_DOWN = 0.95;

    /** How often in a row a trial is repeated; a publisher that sent too little each time cannot send more. */
    private static final int MOST_REPEATS = 2;

    private static final int MOST_TRIALS = 60;

    private final OptionalLong most;
    private final double resolution;
    private final int confirmations;
    private double passed;
    private double failed = Double.POSITIVE_INFINITY;
    private double next = Double.POSITIVE_INFINITY;
    private double mostSent;
    private double candidate;
    private int confirmed;
    private int trials;
    private int repeats;
    private boolean over;

    /**
     * Nothing is known yet.
     *
     * @param most the highest rate to try, in bytes a second; empty to begin without a limit
     * @param resolution how near the rates that pass and fail must be to each other, as a share
     * @param confirmations how many more trials with the rate that was found must pass
     */
    RateSearch(OptionalLong most, double resolution, int confirmations) {
        this.most = most;
        this.resolution = resolution;
        this.confirmations = confirmations;
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
        boolean heldUp = asked.isEmpty() || tried < asked.getAsLong() * (1 - resolution);
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
        over |= trials >= MOST_TRIALS || (candidate == 0 && failed < 1);
    }

    private void judge(boolean ok, double loss, double tried, boolean heldUp) {
        if (candidate > 0) {
            confirm(ok, heldUp ? Math.min(candidate, tried) : candidate);
        } else if (Double.isInfinite(next)) {
            // where it passed, nothing higher can be asked for, or be sent
            boolean mostPassed = passed > 0 && passed >= mostSent;
            failed = mostPassed ? failed : mostSent;
            decide(mostPassed, mostSent * (1 - loss));
        } else if (ok) {
            decide(heldUp, (passed + failed) / 2);
        } else {
            failed = tried;
            // a publisher that was held up sent less than in a trial that passed, and lost more
            passed = passed < failed ? passed : 0;
            decide(false, tried * (1 - loss));
        }
    }

    private void decide(boolean highest, double guess) {
        double between = failed - passed;
        if (passed > 0 && (highest || between <= resolution * failed)) {
            candidate = passed;
            next = passed;
            over = confirmations == 0;
        } else {
            next = Math.clamp(guess, passed + MARGIN * between, failed - MARGIN * between);
        }
    }

    private void confirm(boolean ok, double sent) {
        if (ok) {
            candidate = sent;
            next = sent;
            confirmed++;
            over = confirmed >= confirmations || candidate < 1;
        } else {
            confirmed = 0;
            candidate *= STEP_DOWN;
            next = candidate;
            over = candidate < 1;
        }
    }

    /** The rate that was found, in bytes a second; empty where none passed. */
    Optional<Long> found() {
        return over && candidate >= 1 && confirmed >= confirmations
                ? Optional.of(Math.round(candidate))
                : Optional.empty();
    }
}
