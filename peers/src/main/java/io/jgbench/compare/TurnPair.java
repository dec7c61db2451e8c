package io.jgbench.compare;

/**
 * A turn of jgbench and those of the other program before and after it, together: what grows or falls steadily in all
 * that time is the same for both.
 *
 * @param other the program that jgbench is compared with, in both of its turns
 * @param jgbench the turn between them
 */
public record TurnPair(TurnFigures other, TurnFigures jgbench) {

    /** jgbench's rate over the other program's. */
    public double ratio() {
        return jgbench.perSecond() / other.perSecond();
    }
}
