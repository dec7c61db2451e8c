package io.jgbench.coordination.statistics;

import java.util.Optional;

/** By how much figures of B lie above those of A. */
sealed interface Effect permits PairedEffect, UnpairedEffect {

    /** The estimated ratio of B to A less 1, such as 0.05 where B is 5 % above A. */
    double change();

    /** The interval of {@link #change}; empty with too few figures. */
    Optional<Interval> interval();

    /** The probability of such figures, or more unequal ones, where there is no difference. */
    double pValue();

    /** How many rounds there are of what more can be measured of. */
    int rounds();

    /** The least number of them that has an interval. */
    int leastRounds(double confidence);

    /** How many of them there have to be for an interval whose half width is this part of what it is. */
    default double roundsFor(double part) {
        return rounds() / (part * part);
    }
}
