package io.jgbench.selftest;

/** Changes of a bundled stack's XML. */
final class StackChanges {
    /** Why none of them has a meaning with the workload Datagram. */
    static final String BESIDE_THE_STACK = "packets of the workload Datagram do not go through the stack";

    private StackChanges() {}

    /**
     * The stack with something inserted before the first such place.
     *
     * @throws IllegalArgumentException if there is none
     */
    static String before(String xml, String place, String inserted) {
        int at = xml.indexOf(place);
        if (at < 0) {
            throw new IllegalArgumentException("the bundled stack must have \"" + place + "\", got: " + xml);
        }
        return xml.substring(0, at) + inserted + xml.substring(at);
    }
}
