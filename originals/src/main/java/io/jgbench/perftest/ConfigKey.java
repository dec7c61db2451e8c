package io.jgbench.perftest;

import io.jgbench.naming.NearestName;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** What a config.txt can hold: the keys of 2008, those that the file of JGroups held besides, and a few more. */
enum ConfigKey {
    /** What carries the messages. */
    TRANSPORT,
    /** Messages that each sender sends. */
    NUM_MSGS,
    /** Size of one message in bytes. */
    MSG_SIZE,
    /** Members of the group. */
    NUM_MEMBERS,
    /** How many of them send. */
    NUM_SENDERS,
    /** Messages between two lines on standard output; milliseconds between two lines of the file. */
    LOG_INTERVAL,
    /** Milliseconds that a receiver spends with each message. */
    PROCESSING_DELAY,
    /** Messages that each sender sends before, not measured. */
    WARMUP_MSGS,
    /** The protocol stack, where option -props is not given. */
    PROPS,
    /** Whether this member sends, where neither -sender nor -receiver is given. */
    SENDER,
    /** The same as option -jmx. */
    JMX,
    /** The same as option -dump_stats. */
    DUMP_TRANSPORT_STATS,
    /** The address that the transport binds to. */
    BIND_ADDR,
    /** The multicast group of transport udp. */
    MCAST_ADDR,
    /** Its port. */
    MCAST_PORT,
    /** Where the others are, as host[port],host[port]. */
    INITIAL_HOSTS,
    /** The same, as host:port,host:port. */
    CLUSTER,
    /** Of 2005; the port is that of the host's own entry in cluster now. */
    SRV_PORT(true),
    /** The same since 2006. */
    START_PORT(true),
    /** Of 2005; option -f writes what gnuplot reads. */
    GNUPLOT_OUTPUT(true),
    /** Of the JMS transport. */
    TOPIC(true);

    private final boolean ignored;

    ConfigKey() {
        this(false);
    }

    ConfigKey(boolean ignored) {
        this.ignored = ignored;
    }

    /** Whether the key of an old file is read and has no meaning any more. */
    boolean ignored() {
        return ignored;
    }

    /** As the file has it. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<ConfigKey> of(String text) {
        return Arrays.stream(values())
                .filter(key -> key.text().equalsIgnoreCase(text))
                .findFirst();
    }

    /** The key that is spelt most like the text. */
    static ConfigKey nearest(String text) {
        return Arrays.stream(values())
                .filter(key -> !key.ignored)
                .min(Comparator.comparingInt(key -> NearestName.distance(text, key.text())))
                .orElseThrow();
    }
}
