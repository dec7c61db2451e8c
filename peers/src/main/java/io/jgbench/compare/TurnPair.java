package io.jgbench.compare;

/**
 * A turn of jgbench and those of the other program before and after it.
 *
 * @param before the program that jgbench is compared with, in the turn before
 * @param jgbench the turn of jgbench
 * @param after the other program in the turn after
 * @param other the other program in both of its turns together: what grows or falls steadily in all that time is the
 *     same for both programs
 */
public record TurnPair(TurnFigures before, TurnFigures jgbench, TurnFigures after, TurnFigures other) {

    /** jgbench's rate over the other program's. */
    public double ratio() {
        return jgbench.perSecond() / other.perSecond();
    }
}
