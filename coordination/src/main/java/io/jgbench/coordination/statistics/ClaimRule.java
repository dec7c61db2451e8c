package io.jgbench.coordination.statistics;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * When a difference is claimed.
 *
 * <ul>
 *   <li>{@link Claim#NO_DIFFERENCE_ABOVE}: the interval lies within the least change that matters, either way.
 *   <li>{@link Claim#FASTER}, {@link Claim#SLOWER}: the interval does not hold 0, and the p-value, corrected for the
 *       number of comparisons, is at most 1 less the confidence.
 *   <li>{@link Claim#INCONCLUSIVE}: all else.
 * </ul>
 *
 * <p>With a confidence of 99 %, one comparison of a hundred between equal arms claims a difference.
 *
 * @param confidence of interval and claims, such as 0.99
 * @param minChange the least change that matters, such as 0.05 for 5 %; above 0
 * @param higherIsFaster whether a larger figure is better, as rates are; of times a smaller one is
 */
public record ClaimRule(double confidence, double minChange, boolean higherIsFaster) {

    /** Checks the ranges. */
    public ClaimRule {
        if (!(confidence > 0.5 && confidence < 1) || !(minChange > 0)) {
            throw new IllegalArgumentException(
                    "a claim needs a confidence between 0.5 and 1 and a change above 0, got: " + confidence + " and "
                            + minChange);
        }
    }

    /**
     * What is said.
     *
     * @param claim the word
     * @param effect by how much B lies above A
     * @param adjustedPValue the p-value, corrected for the number of comparisons
     * @param moreRounds how many more rounds would probably give another word; 0 where it is conclusive
     */
    public record Verdict(Claim claim, PairedEffect effect, double adjustedPValue, int moreRounds) {

        /** Refuses nulls. */
        public Verdict {
            Objects.requireNonNull(claim, "claim");
            Objects.requireNonNull(effect, "effect");
        }
    }

    /**
     * What is said of figures that were measured at different times.
     *
     * @param claim the word
     * @param effect by how much B lies above A
     * @param adjustedPValue the p-value, corrected for the number of comparisons
     * @param moreRounds how many more rounds of both would probably give another word; 0 where it is conclusive
     */
    public record UnpairedVerdict(Claim claim, UnpairedEffect effect, double adjustedPValue, int moreRounds) {}

    /** Judges comparisons that are made together, with Holm's correction. */
    public List<Verdict> judge(List<PairedEffect> effects) {
        double[] adjusted = adjusted(effects);
        return IntStream.range(0, effects.size())
                .mapToObj(index -> {
                    PairedEffect effect = effects.get(index);
                    Claim claim = claim(effect, adjusted[index]);
                    return new Verdict(claim, effect, adjusted[index], moreRounds(claim, effect));
                })
                .toList();
    }

    /** The same of figures that were measured at different times. */
    public List<UnpairedVerdict> judgeUnpaired(List<UnpairedEffect> effects) {
        double[] adjusted = adjusted(effects);
        return IntStream.range(0, effects.size())
                .mapToObj(index -> {
                    UnpairedEffect effect = effects.get(index);
                    Claim claim = claim(effect, adjusted[index]);
                    return new UnpairedVerdict(claim, effect, adjusted[index], moreRounds(claim, effect));
                })
                .toList();
    }

    private static double[] adjusted(List<? extends Effect> effects) {
        return Holm.adjusted(effects.stream().mapToDouble(Effect::pValue).toArray());
    }

    private Claim claim(Effect effect, double adjustedPValue) {
        return effect.interval()
                .map(interval -> claim(interval, adjustedPValue))
                .orElse(Claim.INCONCLUSIVE);
    }

    private Claim claim(Interval interval, double adjustedPValue) {
        if (interval.low() > -minChange && interval.high() < minChange) {
            return Claim.NO_DIFFERENCE_ABOVE;
        }
        if (interval.holds(0) || adjustedPValue > 1 - confidence) {
            return Claim.INCONCLUSIVE;
        }
        return (interval.low() > 0) == higherIsFaster ? Claim.FASTER : Claim.SLOWER;
    }

    /**
     * The interval becomes conclusive when its half width is less than the distance of the estimate from 0, or than its
     * distance from the change that matters, whichever is larger; it shrinks with the square root of the rounds.
     */
    private int moreRounds(Claim claim, Effect effect) {
        if (claim != Claim.INCONCLUSIVE) {
            return 0;
        }
        int least = effect.leastRounds(confidence);
        double wanted = Math.max(Math.abs(effect.change()), minChange - Math.abs(effect.change()));
        double needed = effect.interval()
                .map(interval -> effect.rounds() * Math.pow(interval.halfWidth() / wanted, 2))
                .orElse((double) least);
        return (int) Math.max(1, Math.ceil(Math.max(needed, least)) - effect.rounds());
    }
}
