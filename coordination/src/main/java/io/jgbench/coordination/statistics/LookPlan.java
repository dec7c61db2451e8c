package io.jgbench.coordination.statistics;

import java.util.Objects;

/**
 * How many rounds a comparison of two arms measures before somebody looks at what they say, and how sure each look has
 * to be, where it may be looked at several times.
 *
 * <p>Before the first look the rounds follow from the spread of the ratios alone, and neither from their sign nor from
 * the change: an internal pilot (Wittes and Brittain, Statistics in Medicine 9, 1990, 65-72), planned again until the
 * rounds that were measured are enough by their own spread.
 *
 * <p>Each further look after Inconclusive is another chance of a wrong claim. So the first look may be wrong in half of
 * the cases that the rule allows, the second in a quarter, and so on. By Boole's inequality all looks together are then
 * wrong in no more cases than the rule allows, however many they are and whenever somebody stops. The intervals of the
 * looks are repeated confidence intervals (Jennison and Turnbull, Journal of the Royal Statistical Society B 51, 1989,
 * 305-361): with the confidence of the rule all of them contain the change. Each look takes half as many rounds again
 * as the one before, whatever was seen.
 *
 * @param rule what all looks together have to keep
 * @param power the probability with which a change of the rule's size is to be found at the first look, such as 0.95
 * @param mostRounds the most rounds of all
 */
public record LookPlan(ClaimRule rule, double power, int mostRounds) {
    /** The rounds that are measured before any are planned. */
    public static final int PILOT = 8;

    /** Refuses null, and fewer rounds than those of the pilot. */
    public LookPlan {
        Objects.requireNonNull(rule, "rule");
        if (mostRounds < PILOT) {
            throw new IllegalArgumentException("a comparison has at least " + PILOT + " rounds, got: " + mostRounds);
        }
    }

    /**
     * What a look has to keep.
     *
     * @param look its number, from 1
     */
    public ClaimRule ruleOf(int look) {
        if (look < 1) {
            throw new IllegalArgumentException("looks are numbered from 1, got: " + look);
        }
        double error = (1 - rule.confidence()) / Math.pow(2, look);
        return new ClaimRule(1 - error, rule.minChange(), rule.higherIsFaster());
    }

    /** The least rounds of which the first look can say Faster or Slower, where all rounds agree. */
    public int leastRounds() {
        return ruleOf(1).leastRounds(1);
    }

    /**
     * How many rounds find a change of the rule's size at the first look, whatever the most are. Rounds without valid
     * figures of both arms come on top.
     *
     * @param rounds those that were measured
     * @param a figures of A of the valid ones among them, at least {@link RoundsNeeded#LEAST_PILOT}
     * @param b those of B in the same rounds
     */
    public int needed(int rounds, double[] a, double[] b) {
        int withoutFigures = rounds - a.length;
        return new RoundsNeeded(ruleOf(1).confidence(), power).of(a, b, rule.minChange()) + withoutFigures;
    }

    /**
     * How many rounds to have before the first look: the {@link #needed} number, but at most {@link #mostRounds} and
     * never less than the number that is measured already.
     *
     * @param rounds those that were measured
     * @param a figures of A of the valid ones among them, at least {@link RoundsNeeded#LEAST_PILOT}
     * @param b those of B in the same rounds
     */
    public int beforeFirstLook(int rounds, double[] a, double[] b) {
        return Math.max(rounds, Math.min(mostRounds, needed(rounds, a, b)));
    }

    /**
     * How many rounds to have before the next look; the number that is measured already if there is no next look.
     *
     * @param rounds those at the look before
     */
    public int beforeNextLook(int rounds) {
        return Math.max(rounds, Math.min(mostRounds, rounds + (rounds + 1) / 2));
    }
}
