package io.jgbench.compare;

import java.util.OptionalDouble;

/**
 * jgbench and another program, measured one after the other.
 *
 * @param name the other program's
 * @param other what the other program measured
 * @param jgbench what jgbench did
 * @param valid whether jgbench's run was
 */
public record MeasuredPair(String name, MeasuredProgram other, MeasuredProgram jgbench, boolean valid) {

    /** jgbench's rate over the other program's, empty where that gave no result. */
    public OptionalDouble ratio() {
        return other.perSecond() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(jgbench.perSecond() / other.perSecond());
    }

    /** Whether both have figures that may be compared. */
    public boolean usable() {
        return valid && ratio().isPresent();
    }

    /** What is to be known of either beside its figures, empty if nothing. */
    public String note() {
        return new Remarks()
                .unless(other.perSecond() > 0, name + " printed no result")
                .unless(other.steady(), name + " not steady")
                .unless(jgbench.steady(), "jgbench not steady")
                .unless(valid, "not valid")
                .onOneLine();
    }
}
