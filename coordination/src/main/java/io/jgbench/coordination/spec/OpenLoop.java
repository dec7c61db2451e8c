package io.jgbench.coordination.spec;

import io.jgbench.api.v1alpha1.Arrivals;
import java.time.Duration;
import java.util.Optional;

/** What follows from a rate that a run asks each member for. */
public final class OpenLoop {
    /** In mean gaps; one gap in 5 × 10^8 of a Poisson process is longer (e^-20). */
    private static final int LONGEST_RANDOM_GAP = 20;

    private OpenLoop() {}

    /**
     * How long nothing may be due by intention; nothing where no rate is asked for.
     *
     * @param perSecond units of work a second
     */
    public static Duration longestGap(Optional<Integer> perSecond, Arrivals arrivals) {
        return perSecond
                .map(rate -> Duration.ofSeconds(longestGap(arrivals)).dividedBy(rate))
                .orElse(Duration.ZERO);
    }

    /** The same in mean gaps. */
    public static int longestGap(Arrivals arrivals) {
        return switch (arrivals) {
            case EVEN -> 1;
            // the second unit of the last member waits for nearly two
            case STAGGERED -> 2;
            case POISSON -> LONGEST_RANDOM_GAP;
        };
    }
}
