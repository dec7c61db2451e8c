package io.jgbench.coordination.workload.datagram;

import io.jgbench.coordination.spec.Checks;
import java.time.Duration;
import java.util.Objects;

/**
 * A search for the highest rate at which no pair of members loses more than a bound.
 *
 * @param trialDuration how long publishers send in one trial
 * @param resolutionPermille how near the rates that pass and fail must be to each other, in thousandths
 * @param confirmations how many more trials with the rate that was found must pass; with 0 one, unless the last trial
 *     is it
 */
public record DatagramSearch(Duration trialDuration, int resolutionPermille, int confirmations) {

    /** The bound where the run gives none: packets in a million. */
    public static final int DEFAULT_MAX_LOSS_PPM = 1000;

    /** Checks the ranges. */
    public DatagramSearch {
        Objects.requireNonNull(trialDuration, "trialDuration");
        Checks.between("datagram.search.resolutionPermille", 1, 500, resolutionPermille);
        Checks.atLeast("datagram.search.confirmations", 0, confirmations);
    }
}
