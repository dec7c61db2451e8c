package io.jgbench.report.papers;

import io.jgbench.coordination.difference.StackAttributes;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;

/** What the lowest protocol of a stack sends by. */
public enum BaseTransport {
    /** Datagrams, by IP multicast. */
    UDP,
    /** Connections. */
    TCP;

    private static final String INCLUDE = "include";

    /** That of a stack; empty where it is another one, or the stack cannot be read. */
    public static Optional<BaseTransport> of(Stack stack) {
        try {
            SortedMap<String, String> attributes = StackAttributes.of(stack.xml());
            String lowest = attributes.get(StackAttributes.ORDER).split(" ", 2)[0];
            // the operator has no JGroups: one of its stacks is included by its name, such as udp.xml
            return of(lowest.equals(INCLUDE) ? attributes.getOrDefault(INCLUDE + ".file", lowest) : lowest);
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // nothing can stand beside what nobody can read
        }
    }

    private static Optional<BaseTransport> of(String protocol) {
        String name = protocol.toUpperCase(Locale.ROOT);
        if (name.startsWith("UDP")) {
            return Optional.of(UDP);
        }
        return name.startsWith("TCP") ? Optional.of(TCP) : Optional.empty();
    }
}
