package io.jgbench.perftest;

import java.util.Map;

/** The names of transports, old and new. */
final class TransportNames {
    /** The classes of 2008, which stood in {@code org.jgroups.tests.perf.transports}. */
    private static final Map<String, String> CLASSES =
            Map.of("JGroupsTransport", "jgroups", "UdpTransport", "udp", "TcpTransport", "tcp");

    private TransportNames() {}

    /** Whether a key of the network means anything to a transport; all else does to any. */
    static boolean uses(String transport, ConfigKey key) {
        return switch (key) {
            case PROPS -> transport.equals("jgroups");
            case BIND_ADDR -> transport.equals("jgroups") || transport.equals("udp");
            case MCAST_ADDR, MCAST_PORT -> transport.equals("udp");
            case INITIAL_HOSTS, CLUSTER -> transport.equals("jgroups") || transport.equals("tcp");
            case TRANSPORT,
                    NUM_MSGS,
                    MSG_SIZE,
                    NUM_MEMBERS,
                    NUM_SENDERS,
                    LOG_INTERVAL,
                    PROCESSING_DELAY,
                    WARMUP_MSGS,
                    SENDER,
                    JMX,
                    DUMP_TRANSPORT_STATS,
                    SRV_PORT,
                    START_PORT,
                    GNUPLOT_OUTPUT,
                    TOPIC -> true;
        };
    }

    /** The name by which the transport is found; a class of 2008 may stand in any package or in none. */
    static String of(String text) {
        return CLASSES.getOrDefault(text.substring(text.lastIndexOf('.') + 1), text);
    }
}
