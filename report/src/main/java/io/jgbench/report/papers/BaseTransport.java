package io.jgbench.report.papers;

import io.jgbench.coordination.difference.StackAttributes;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import java.util.Locale;
import java.util.Optional;

/** What the lowest protocol of a stack sends by. */
public enum BaseTransport {
    /** Datagrams, by IP multicast. */
    UDP,
    /** Connections. */
    TCP;

    /** That of a stack; empty where it is another one, or the stack cannot be read. */
    public static Optional<BaseTransport> of(Stack stack) {
        try {
            String lowest = StackAttributes.of(stack.xml()).get(StackAttributes.ORDER);
            return of(lowest.split(" ", 2)[0]);
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
