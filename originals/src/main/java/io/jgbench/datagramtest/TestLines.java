package io.jgbench.datagramtest;

import io.jgbench.datagram.StreamCount;
import io.jgbench.datagram.Target;
import io.jgbench.datagram.UnreachableSink;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The lines in the original's form. */
final class TestLines {
    private static final int IP_HEADER_BYTES = 20;
    private static final int UDP_HEADER_BYTES = 8;
    private static final int FRAGMENT_UNIT_BYTES = 8;

    private TestLines() {}

    /** What an instance says when it has begun to listen. */
    static List<String> listener(DatagramTestConfig config, InetSocketAddress at) {
        return List.of(
                "starting listener: at " + name(at),
                "packet size: " + config.packetBytes() + " bytes",
                "buffer size: " + config.rxBufferPackets() + " packets",
                reports(config),
                "    process: " + config.processBytes() + " bytes/packet",
                "        log: " + config.log().map(Object::toString).orElse("null"),
                config.logPackets() == DatagramTestConfig.NEVER
                        ? "     log on: never"
                        : "     log on: " + config.megabytes(config.logPackets()) + " MBs");
    }

    /** What an instance says when it begins to publish. */
    static List<String> publisher(DatagramTestConfig config, InetSocketAddress at, List<InetSocketAddress> peers) {
        return List.of(
                "starting publisher: at " + name(at) + " sending to "
                        + peers.stream().map(InetSocketAddress::toString).collect(Collectors.joining(" ")),
                "packet size: " + config.packetBytes() + " bytes",
                "buffer size: " + config.txBufferPackets() + " packets",
                reports(config),
                "    process: " + config.processBytes() + " bytes/packet",
                "      peers: " + peers.size(),
                "       rate: "
                        + (config.txBytesPerSecond().isPresent()
                                ? megabytes(config.txBytesPerSecond().getAsLong()) + " MB/sec"
                                : "no limit"),
                config.txBytesPerSecond().isPresent() ? "evenly spaced packets" : "no packet burst limit");
    }

    private static String reports(DatagramTestConfig config) {
        return config.reportPackets() == DatagramTestConfig.NEVER
                ? "  report on: never"
                : "  report on: " + config.reportPackets() + " packets, " + config.megabytes(config.reportPackets())
                        + " MBs";
    }

    /** As the original has it, where it is whole. */
    private static String megabytes(long bytes) {
        return bytes % DatagramTestConfig.MEGABYTE == 0
                ? Long.toString(bytes / DatagramTestConfig.MEGABYTE)
                : String.format(Locale.ROOT, "%.3f", (double) bytes / DatagramTestConfig.MEGABYTE);
    }

    /**
     * That packets are fragmented, where they are.
     *
     * @param packetBytes what a packet holds
     * @param nic the interface that they leave by
     * @param mtu its largest IP packet in bytes
     */
    static List<String> fragmented(int packetBytes, String nic, int mtu) {
        int most = mtu - IP_HEADER_BYTES - UDP_HEADER_BYTES;
        if (packetBytes <= most) {
            return List.of();
        }
        // all fragments but the last one hold a multiple of 8 bytes (RFC 791)
        int each = (mtu - IP_HEADER_BYTES) / FRAGMENT_UNIT_BYTES * FRAGMENT_UNIT_BYTES;
        int fragments = Math.ceilDiv(packetBytes + UDP_HEADER_BYTES, each);
        return List.of("-- packets of " + packetBytes + " bytes and their headers of "
                + (IP_HEADER_BYTES + UDP_HEADER_BYTES) + " do not fit the MTU of " + nic + ", " + mtu
                + " bytes: each goes in " + fragments + " fragments, and is lost with any of them; -packetSize " + most
                + " avoids that");
    }

    /** That what is published to a peer is lost from now on. */
    static String unreachable(InetSocketAddress peer, UnreachableSink.Cause cause) {
        return switch (cause) {
            case PORT ->
                "-- nobody listens at " + name(peer)
                        + " now, as its host says: publishing on; what is published to it is"
                        + " lost until an instance is started there";
            case HOST ->
                "-- " + name(peer)
                        + " cannot be reached now, as the network says: publishing on; what is published to it"
                        + " is lost until there is a way to its host";
        };
    }

    /** What is in the way to a listener before it is published to. */
    static String refused(InetSocketAddress peer, UnreachableSink.Cause cause) {
        return switch (cause) {
            case PORT ->
                "-- nobody listens at " + name(peer)
                        + ", as its host says: what is published to it is lost until an instance is started there";
            case HOST ->
                "-- " + name(peer)
                        + " cannot be reached, as the network says: what is published to it is lost until there is a"
                        + " way to its host";
        };
    }

    /** A listener's report of one publisher. */
    static List<String> received(String title, StreamCount count) {
        return List.of(
                title + ":",
                "Rx from publisher: " + name(Target.address(count.source())),
                "             elapsed: " + TimeUnit.NANOSECONDS.toMillis(count.elapsedNanos()) + "ms",
                "         packet size: " + count.packetBytes(),
                "          throughput: " + megabytesPerSecond(count.bytes(), count.elapsedNanos()) + " MB/sec",
                "                      " + perSecond(count.received(), count.elapsedNanos()) + " packets/sec",
                "            received: " + count.received() + " of " + count.sent(),
                "             missing: " + count.missing(),
                "        success rate: " + (float) count.successRate(),
                "        out of order: " + count.outOfOrder(),
                "          avg offset: " + Math.round(count.averageOffset()),
                "           duplicate: " + count.duplicate());
    }

    /** A publisher's report. */
    static List<String> published(int peers, Sent life, Sent now) {
        return List.of("Tx summary " + peers + " peers:", "   life: " + rates(life), "    now: " + rates(now));
    }

    private static String rates(Sent sent) {
        return megabytesPerSecond(sent.bytes(), sent.nanos()) + " MB/sec, " + perSecond(sent.packets(), sent.nanos())
                + " packets/sec";
    }

    private static long megabytesPerSecond(long bytes, long nanos) {
        return nanos <= 0 ? 0 : Math.round(bytes * 1e9 / nanos / DatagramTestConfig.MEGABYTE);
    }

    static long perSecond(long packets, long nanos) {
        return nanos <= 0 ? 0 : (long) (packets * 1e9 / nanos);
    }

    static String name(InetSocketAddress address) {
        return "/" + address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    /**
     * What was sent in a time.
     *
     * @param packets how many packets
     * @param bytes how many bytes
     * @param nanos in which time
     */
    record Sent(long packets, long bytes, long nanos) {}
}
