package io.jgbench.perftest;

import java.util.Map;

/** The names of transports, old and new. */
final class TransportNames {
    /** The classes of 2008, which stood in {@code org.jgroups.tests.perf.transports}. */
    private static final Map<String, String> CLASSES =
            Map.of("JGroupsTransport", "jgroups", "UdpTransport", "udp", "TcpTransport", "tcp");

    private TransportNames() {}

    /** The name by which the transport is found; a class of 2008 may stand in any package or in none. */
    static String of(String text) {
        return CLASSES.getOrDefault(text.substring(text.lastIndexOf('.') + 1), text);
    }
}
