package io.jgbench.compare;

/** What the rate of a member counts, on both sides of a comparison. */
enum CountedUnits {
    /** Messages that a member received: each receives what all send. */
    RECEIVED_MESSAGES {
        @Override
        double ofAll(double units, int members) {
            return units;
        }
    },
    /** Requests that a member made. */
    OWN_REQUESTS {
        @Override
        double ofAll(double units, int members) {
            return units * members;
        }
    };

    /**
     * Messages that all members together sent, or requests that they made.
     *
     * @param units of a member, on average over the members
     */
    abstract double ofAll(double units, int members);
}
