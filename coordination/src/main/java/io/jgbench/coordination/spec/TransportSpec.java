package io.jgbench.coordination.spec;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

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

    /**
     * A protocol stack.
     *
     * @param name what the result calls it: a bundled name, a file or a URL
     * @param xml the stack itself
     */
    public record Stack(String name, String xml) {

        /** Refuses nulls. */
        public Stack {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(xml, "xml");
        }
    }
}
