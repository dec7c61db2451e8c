package io.jgbench.coordination.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

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
     * @param moreRounds how many more rounds of what is measured now would probably give another word; 0 where it is
     *     conclusive
     */
    public record UnpairedVerdict(Claim claim, UnpairedEffect effect, double adjustedPValue, int moreRounds) {}

    /** Judges comparisons that are made together, with Holm's correction. */
    public List<Verdict> judge(List<PairedEffect> effects) {
        double[] adjusted = adjusted(effects);
        int open = open(adjusted);
        return IntStream.range(0, effects.size())
                .mapToObj(index -> {
                    PairedEffect effect = effects.get(index);
                    Claim claim = claim(effect, adjusted[index]);
                    return new Verdict(claim, effect, adjusted[index], moreRounds(claim, effect, open));
                })
                .toList();
    }

    /** The same of figures that were measured at different times. */
    public List<UnpairedVerdict> judgeUnpaired(List<UnpairedEffect> effects) {
        double[] adjusted = adjusted(effects);
        int open = open(adjusted);
        return IntStream.range(0, effects.size())
                .mapToObj(index -> {
                    UnpairedEffect effect = effects.get(index);
                    Claim claim = claim(effect, adjusted[index]);
                    return new UnpairedVerdict(claim, effect, adjusted[index], moreRounds(claim, effect, open));
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

    /** How many comparisons Holm's correction still counts: it goes step by step, from the least p-value up. */
    private int open(double[] adjusted) {
        return Math.max(1, (int) Arrays.stream(adjusted)
                .filter(pValue -> pValue > 1 - confidence)
                .count());
    }

    /**
     * The least number of rounds that can say Faster or Slower of one of several cells that are compared round by
     * round, where all rounds agree. With fewer, the least possible p-value is too large.
     *
     * @param comparisons how many are made together, at least 1
     */
    public int leastRounds(int comparisons) {
        return HodgesLehmann.leastValues(corrected(comparisons));
    }

    /** The least number of rounds that can say anything of cells that are compared round by round. */
    public int leastRoundsOfAnInterval() {
        return HodgesLehmann.leastValues(confidence);
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

    /**
     * A difference is claimed once half the width of the interval, at the level that Holm's correction leaves, is less
     * than the distance of the estimate from 0. That there is none is said once half the width at the rule's own level
     * is less than the distance from the change that matters. Both shrink with the square root of the rounds.
     *
     * @param open how many comparisons the correction still counts
     */
    private int moreRounds(Claim claim, Effect effect, int open) {
        if (claim != Claim.INCONCLUSIVE) {
            return 0;
        }
        double corrected = corrected(open);
        double change = Math.abs(effect.change());
        double wider = normalHalfWidth(corrected) / normalHalfWidth(confidence);
        double difference = Math.max(effect.leastRounds(corrected), rounds(effect, change / wider));
        double none = change < minChange
                ? Math.max(effect.leastRounds(confidence), rounds(effect, minChange - change))
                : Double.POSITIVE_INFINITY;
        double needed = Math.min(MOST_ROUNDS, Math.min(difference, none));
        return (int) Math.max(1, Math.ceil(needed) - effect.rounds());
    }

    /** How many rounds make the interval so narrow; 0 where it is not known. */
    private static double rounds(Effect effect, double halfWidth) {
        return effect.interval()
                .map(interval -> effect.roundsFor(halfWidth / interval.halfWidth()))
                .orElse(0.0);
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
        if (moreRounds >= MOST_ROUNDS / 2) {
            return "more rounds than can be measured";
        }
        return moreRounds + (moreRounds == 1 ? " more round" : " more rounds");
    }
}
