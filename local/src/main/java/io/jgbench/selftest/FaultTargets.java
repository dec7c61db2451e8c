package io.jgbench.selftest;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The members that a fault is planted at.
 *
 * @param victim the index of the member that has it
 * @param other the index of another one, for faults between two members or of two
 * @param members how many members there are, at least two
 */
public record FaultTargets(int victim, int other, int members) {

    /** Refuses members that are not there, and two that are the same. */
    public FaultTargets {
        if (victim < 0 || victim >= members || other < 0 || other >= members || victim == other) {
            throw new IllegalArgumentException("victim and other must be two different members of " + members
                    + ", got: " + victim + " and " + other);
        }
    }

    /** The name of the member that has the fault. */
    public String victimName() {
        return name(victim);
    }

    /** The name of the other one. */
    public String otherName() {
        return name(other);
    }

    /** All names, by index. */
    List<String> names() {
        return IntStream.range(0, members).mapToObj(FaultTargets::name).toList();
    }

    /** The indexes of all members but the one that has the fault. */
    List<Integer> healthy() {
        return IntStream.range(0, members).filter(i -> i != victim).boxed().toList();
    }

    private static String name(int index) {
        return "member-" + index;
    }
}
