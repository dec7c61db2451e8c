package io.jgbench.workload.messagebus;

/** Whom a member sends to, by their places; may change at any time. */
public interface Destinations {

    /** Those that can be sent to now; the array is not changed. */
    int[] current();

    /** Those of a run, which are all there. */
    static Destinations fixed(int... places) {
        return () -> places;
    }
}
