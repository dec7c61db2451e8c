package io.jgbench.coordination.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * When a difference is claimed.
 *
 * <ul>
 *   <li>{@link Claim#NO_DIFFERENCE_ABOVE}: the interval lies within the least change that matters, either way. Where
 *       several comparisons are made, it is a wider one, so that all of them together hold their changes with the
 *       confidence (Bonferroni).
 *   <li>{@link Claim#FASTER}, {@link Claim#SLOWER}: the interval does not hold 0, the p-value, corrected for the
 *       number of comparisons (Holm), is at most 1 less the confidence, and the interval, or where several comparisons
 *       are made the wider one, reaches beyond the least change that matters.
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
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /** Nobody measures that many; it stands for all that is more. */
    private static final double MOST_ROUNDS = 1e6;

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
     * @param moreRounds how many more rounds would probably be conclusive, measured beside the old figures; 0 if it is
     *     conclusive
     */
    public record UnpairedVerdict(Claim claim, UnpairedEffect effect, double adjustedPValue, int moreRounds) {}

    /**
     * Judges comparisons that are made together. The probability of claiming a difference between any equal pair is at
     * most that of one comparison alone. The probability of claiming NoDifferenceAbove for any pair that differs by
     * what matters is at most half of that. With pairs of both kinds the two add up.
     *
     * @param comparisons what each found, by the confidence of its interval
     */
    public List<Verdict> judge(List<DoubleFunction<PairedEffect>> comparisons) {
        var all = new Together<>(comparisons);
        return IntStream.range(0, comparisons.size())
                .mapToObj(index -> new Verdict(
                        all.claim(index), all.effects.get(index), all.adjusted[index], all.moreRounds(index)))
                .toList();
    }

    /** The same of figures that were measured at different times. */
    public List<UnpairedVerdict> judgeUnpaired(List<DoubleFunction<UnpairedEffect>> comparisons) {
        var all = new Together<>(comparisons);
        return IntStream.range(0, comparisons.size())
                .mapToObj(index -> new UnpairedVerdict(
                        all.claim(index), all.effects.get(index), all.adjusted[index], all.moreRounds(index)))
                .toList();
    }

    /** Comparisons that are made together. */
    private final class Together<E extends Effect> {
        private final List<E> effects;
        /** Intervals that together contain all true changes with the confidence of the rule. */
        private final List<Optional<Interval>> jointIntervals;

        private final double[] adjusted;
        /** How many comparisons Holm's correction still counts: it goes step by step, from the least p-value up. */
        private final int open;

        Together(List<DoubleFunction<E>> comparisons) {
            effects = comparisons.stream().map(each -> each.apply(confidence)).toList();
            jointIntervals = comparisons.size() == 1
                    ? List.of(effects.getFirst().interval())
                    : comparisons.stream()
                            .map(each ->
                                    each.apply(corrected(comparisons.size())).interval())
                            .toList();
            adjusted =
                    Holm.adjusted(effects.stream().mapToDouble(Effect::pValue).toArray());
            open = Math.max(1, (int) Arrays.stream(adjusted)
                    .filter(pValue -> pValue > 1 - confidence)
                    .count());
        }

        Claim claim(int index) {
            if (jointIntervals.get(index).filter(joint -> !reachesBeyond(joint)).isPresent()) {
                return Claim.NO_DIFFERENCE_ABOVE;
            }
            return effects.get(index)
                    .interval()
                    .filter(interval -> !interval.holds(0) && adjusted[index] <= 1 - confidence)
                    // too few rounds for the wider interval: nothing says that it would reach further
                    .filter(interval -> jointIntervals.get(index).isPresent() || reachesBeyond(interval))
                    .map(interval -> (interval.low() > 0) == higherIsFaster ? Claim.FASTER : Claim.SLOWER)
                    .orElse(Claim.INCONCLUSIVE);
        }

        private boolean reachesBeyond(Interval interval) {
            return interval.low() <= -minChange || interval.high() >= minChange;
        }

        /**
         * Estimates the rounds that are missing. A difference is claimed once half the width of the interval, at the
         * level that Holm's correction leaves, is less than the distance of the estimate from 0. NoDifferenceAbove is
         * claimed once half the width, at the level of all comparisons together, is less than the distance from the
         * change that matters. Both widths shrink with the square root of the rounds.
         */
        int moreRounds(int index) {
            if (claim(index) != Claim.INCONCLUSIVE) {
                return 0;
            }
            Effect effect = effects.get(index);
            double change = Math.abs(effect.change());
            double needed = Math.min(rounds(effect, change, open), rounds(effect, minChange - change, effects.size()));
            return (int) Math.max(1, Math.ceil(Math.min(MOST_ROUNDS, needed)) - effect.rounds());
        }

        /**
         * How many rounds make half the width of the interval less than a distance; infinitely many where that is not
         * above 0.
         *
         * @param comparisons by how many the interval's level is corrected
         */
        private double rounds(Effect effect, double distance, int comparisons) {
            if (!(distance > 0)) {
                return Double.POSITIVE_INFINITY;
            }
            double level = corrected(comparisons);
            double wider = normalHalfWidth(level) / normalHalfWidth(confidence);
            double narrow = effect.interval()
                    .map(interval -> effect.roundsFor(distance / wider / interval.halfWidth()))
                    .orElse(0.0);
            return Math.max(effect.leastRounds(level), narrow);
        }
    }

    /**
     * The least number of rounds that can say anything of one of several cells that are compared round by round, where
     * all rounds agree. With fewer, the least possible p-value is too large for Faster and Slower, and there is no
     * interval of the level that NoDifferenceAbove takes.
     *
     * @param comparisons how many are made together, at least 1
     */
    public int leastRounds(int comparisons) {
        return HodgesLehmann.leastValues(corrected(comparisons));
    }

    /**
     * The same as {@link #leastRounds} against figures that were measured before.
     *
     * @param before how many figures there are of before, at least 1
     * @return empty where more than {@code most} rounds would be needed
     */
    public OptionalInt leastUnpairedRounds(int comparisons, int before, int most) {
        return UnpairedEffect.leastFigures(before, corrected(comparisons), most);
    }

    /** The confidence of one of several comparisons that leaves all of them together that of the rule. */
    private double corrected(int comparisons) {
        return 1 - (1 - confidence) / comparisons;
    }

    private static double normalHalfWidth(double confidence) {
        return NORMAL.inverseSurvivalProbability((1 - confidence) / 2);
    }

    /**
     * A number of rounds for a sentence, such as "1 more round".
     *
     * @param moreRounds see {@link Verdict#moreRounds}
     */
    public static String inWords(int moreRounds) {
        return inWords(moreRounds, "round");
    }

    /**
     * The same where a round is called something else.
     *
     * @param round the word for one
     */
    public static String inWords(int moreRounds, String round) {
        if (moreRounds >= MOST_ROUNDS / 2) {
            return "more " + round + "s than can be measured";
        }
        return moreRounds + " more " + round + (moreRounds == 1 ? "" : "s");
    }
}
