package io.jgbench.compare;

/**
 * What a program did from its begin to one instant.
 *
 * @param units messages that a member received, or requests that it made, on average over the members; more than 0
 * @param unitsOfAll messages that all members together sent, or requests that they made
 * @param sentBytes what the interfaces of all members sent meanwhile, headers of Ethernet included
 * @param complete whether nothing was lost, as far as the program tells
 */
record WorkDone(double units, double unitsOfAll, long sentBytes, boolean complete) {

    /** Bytes that the interfaces of all members send for each unit of work of a member. */
    double bytesEach() {
        return sentBytes / units;
    }
}
