package io.jgbench.workload.messagebus;

/** Whom a member sends to, by their places; may change at any time. */
public interface Destinations {

    /** Those that can be sent to now; the array is not changed. */
    int[] current();

    /** Whether a member is one of them now. */
    default boolean contains(int place) {
        for (int there : current()) {
            if (there == place) {
                return true;
            }
        }
        return false;
    }

    /** Those of a run, which are all there. */
    static Destinations fixed(int... places) {
        return () -> places;
    }
}
