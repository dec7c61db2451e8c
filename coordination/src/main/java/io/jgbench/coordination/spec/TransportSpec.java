package io.jgbench.coordination.spec;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What carries the messages.
 *
 * @param name the name by which the transport is found: {@code jgroups}, {@code udp}, {@code tcp}, or that of a
 *     transport in another jar on the class path
 * @param stack the protocol stack, for transports that have one
 * @param options the transport's own options, by name
 * @param bindPort the first port of member 0 as the user fixed it, 0 to let the run choose free ones
 */
public record TransportSpec(String name, Optional<Stack> stack, Map<String, String> options, int bindPort) {
    private static final String RAW_UDP = "udp";

    /** Checks the port and copies the options. */
    public TransportSpec {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(stack, "stack");
        options = Map.copyOf(options);
        Checks.between("bindPort", 0, 65535, bindPort);
    }

    /**
     * Whether it promises that every message arrives once and in order. Of a transport in another jar this is taken for
     * granted; where the transport itself is at hand, it is to be asked.
     */
    public boolean reliable() {
        return !name.equals(RAW_UDP);
    }

    /** The flow-control window of its stack, where one was chosen. */
    public Optional<FlowWindow> window() {
        return stack.flatMap(Stack::window);
    }

    /** The same with another flow-control window of its stack. */
    TransportSpec withWindow(FlowWindow window) {
        return new TransportSpec(name, stack.map(it -> it.withWindow(window)), options, bindPort);
    }

    /**
     * A protocol stack.
     *
     * @param name what the result calls it: a bundled name, a file or a URL
     * @param xml the stack itself
     * @param window the flow-control window that it gets, whatever the XML says; empty as long as nobody has chosen
     *     one, and for stacks that do not leave it open
     */
    public record Stack(String name, String xml, Optional<FlowWindow> window) {

        /** The property of a JVM by which a user can set the window of the bundled stacks that leave it open. */
        public static final String WINDOW_PROPERTY = "jgbench.udp.credits";

        private static final String UNKNOWN = "<config><SHARED_LOOPBACK/><PING/><pbcast.GMS/></config>";

        /** Bundled stacks over UDP. */
        private static final Set<String> WITH_WINDOW = Set.of("udp", "udp-auth", "udp-encrypted");

        /** Refuses nulls. */
        public Stack {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(xml, "xml");
            Objects.requireNonNull(window, "window");
        }

        /** A stack with the window that its XML has. */
        public Stack(String name, String xml) {
            this(name, xml, Optional.empty());
        }

        /**
         * A stack whose text is not there any more, of runs that were measured. It is a stack like any other, to which
         * no published figure fits.
         */
        public static Stack ofUnknownText(String name) {
            return new Stack(name, UNKNOWN);
        }

        /**
         * Whether it is a bundled stack that leaves its window to the run; one that a user wrote is taken as it is.
         */
        public boolean leavesWindowOpen() {
            return WITH_WINDOW.contains(name) && xml.contains("${" + WINDOW_PROPERTY);
        }

        /** The same with another window. */
        public Stack withWindow(FlowWindow other) {
            return new Stack(name, xml, Optional.of(other));
        }
    }
}
