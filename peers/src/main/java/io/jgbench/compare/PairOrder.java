package io.jgbench.compare;

import io.jgbench.coordination.result.RunResult;
import io.jgbench.local.host.HostsUnavailableException;
import java.io.IOException;

/** Which program of a pair is measured first. */
public enum PairOrder {
    /** The program that jgbench is compared with. */
    OTHER_FIRST,
    /** jgbench. */
    JGBENCH_FIRST;

    /**
     * They take turns in it, so that what changes in time favours neither.
     *
     * @param number which pair, from 1
     */
    public static PairOrder ofPair(int number) {
        return number % 2 == 1 ? OTHER_FIRST : JGBENCH_FIRST;
    }

    /**
     * The program that is first.
     *
     * @param other the name of the other program
     */
    public String first(String other) {
        return this == OTHER_FIRST ? other : "jgbench";
    }

    /**
     * Measures one of both.
     *
     * @param <T> what it comes to
     */
    @FunctionalInterface
    interface Measurement<T> {
        T measure() throws HostsUnavailableException, IOException, InterruptedException;
    }

    /**
     * What both came to.
     *
     * @param <T> what the other program came to
     */
    record Both<T>(T other, RunResult run) {}

    /** Measures both, one after the other. */
    <T> Both<T> measure(Measurement<T> other, Measurement<RunResult> jgbench)
            throws HostsUnavailableException, IOException, InterruptedException {
        if (this == OTHER_FIRST) {
            T before = other.measure();
            return new Both<>(before, jgbench.measure());
        }
        RunResult before = jgbench.measure();
        return new Both<>(other.measure(), before);
    }
}
