package io.jgbench.counters;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.Peer;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Adds to a host's counters what the kernel counted of the TCP connections between this member and each other one,
 * whichever side opened them. Members are told apart by their addresses. Nothing is counted for members that share one,
 * such as processes of one host.
 */
public final class PeerConnections implements ForwardingHostProbe {
    private static final int NANOS_PER_MICRO = 1_000;

    private final HostProbe probe;
    private final Source source;
    private final Map<InetAddress, String> peers;

    /** By their cookies; also those that are closed, so that a sum never shrinks. */
    @GuardedBy("this")
    private final Map<Long, Counted> counted = new HashMap<>();

    /** Where the connections of this process are read; by one thread at a time. */
    @FunctionalInterface
    interface Source {

        /**
         * Those that are open now.
         *
         * @throws IOException if the system does not tell
         */
        List<TcpConnection> own() throws IOException;
    }

    PeerConnections(HostProbe probe, Source source, List<Peer> peers, int self) {
        this.probe = probe;
        this.source = source;
        this.peers = alone(peers, self);
    }

    /**
     * Those of this process.
     *
     * @param overTcp whether the member's messages go over TCP; asked when the transport is open
     */
    public static HostProbe beside(HostProbe probe, List<Peer> peers, int self, BooleanSupplier overTcp) {
        return TcpConnections.known() ? new PeerConnections(probe, new OwnConnections(overTcp), peers, self) : probe;
    }

    /** Asks the kernel, where it is needed: to be able to takes the JVM tens of milliseconds. */
    private static final class OwnConnections implements Source {
        private final BooleanSupplier overTcp;
        private Optional<Boolean> isOverTcp = Optional.empty();
        private final OwnSockets sockets = new OwnSockets(Path.of("/proc/self"));
        private Optional<TcpConnections> kernel = Optional.empty();

        OwnConnections(BooleanSupplier overTcp) {
            this.overTcp = overTcp;
        }

        @Override
        public List<TcpConnection> own() throws IOException {
            if (kernel.isEmpty()) {
                // once: to tell it, a stack marshals messages, in a way that senders do not
                if (isOverTcp.isEmpty()) {
                    isOverTcp = Optional.of(overTcp.getAsBoolean());
                }
                if (!isOverTcp.get()) {
                    return List.of();
                }
                kernel = Optional.of(new TcpConnections());
            }
            Set<String> own = sockets.descriptorByInode().keySet();
            return kernel.get().open().stream()
                    .filter(connection -> own.contains(Long.toString(connection.inode())))
                    .toList();
        }
    }

    /** The other members that are the only one at their address. */
    private static Map<InetAddress, String> alone(List<Peer> peers, int self) {
        Map<InetAddress, List<Peer>> byAddress = new HashMap<>();
        for (Peer peer : peers) {
            try {
                byAddress.merge(InetAddress.getByName(peer.host()), List.of(peer), PeerConnections::both);
            } catch (IOException _) {
                // whose name has no address here has no connections either
            }
        }
        return byAddress.entrySet().stream()
                .filter(at ->
                        at.getValue().size() == 1 && at.getValue().getFirst().index() != self)
                .collect(Collectors.toMap(
                        Map.Entry::getKey, at -> at.getValue().getFirst().name()));
    }

    private static List<Peer> both(List<Peer> some, List<Peer> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    /**
     * What one connection has come to.
     *
     * @param peer the member at its other end
     * @param last what the kernel said last
     */
    private record Counted(String peer, long sent, long resent, long duplicate, TcpConnection last) {

        /** The kernel's counts begin anew after 2^32 segments, some 6 TB; they are read more often. */
        private Counted plus(TcpConnection now) {
            return new Counted(
                    peer,
                    sent + Integer.toUnsignedLong(now.segmentsSent() - last.segmentsSent()),
                    resent + Integer.toUnsignedLong(now.segmentsResent() - last.segmentsResent()),
                    duplicate + Integer.toUnsignedLong(now.segmentsDuplicate() - last.segmentsDuplicate()),
                    now);
        }

        private static Counted of(String peer, TcpConnection now) {
            return new Counted(
                    peer,
                    Integer.toUnsignedLong(now.segmentsSent()),
                    Integer.toUnsignedLong(now.segmentsResent()),
                    Integer.toUnsignedLong(now.segmentsDuplicate()),
                    now);
        }
    }

    @Override
    public HostProbe probe() {
        return probe;
    }

    @Override
    public Map<String, Long> counters() {
        Map<String, Long> counters = new HashMap<>(probe.counters());
        if (!peers.isEmpty()) {
            addTo(counters);
        }
        return counters;
    }

    private synchronized void addTo(Map<String, Long> counters) {
        List<TcpConnection> open;
        try {
            open = source.own();
        } catch (IOException _) {
            // not to be read here: the counters are missing from the result, which says as much
            return;
        }
        for (TcpConnection connection : open) {
            String peer = peers.get(connection.remote());
            if (peer != null) {
                counted.merge(
                        connection.cookie(), Counted.of(peer, connection), (before, _) -> before.plus(connection));
            }
        }
        if (open.isEmpty() && counted.isEmpty()) {
            // a kernel before 4.19 tells of no connection what is counted here: that is unknown, and not 0
            return;
        }
        for (String peer : peers.values()) {
            add(counters, peer, 0, 0, 0, 0);
        }
        for (Counted one : counted.values()) {
            add(
                    counters,
                    one.peer(),
                    one.sent(),
                    one.resent(),
                    one.duplicate(),
                    one.last().windowLimitedMicros() * NANOS_PER_MICRO);
        }
    }

    private static void add(
            Map<String, Long> counters, String peer, long sent, long resent, long duplicate, long waitedNanos) {
        counters.merge(Counters.TCP_SEGMENTS_TO + peer, sent, Long::sum);
        counters.merge(Counters.TCP_RESENT_TO + peer, resent, Long::sum);
        counters.merge(Counters.TCP_NEEDLESSLY_RESENT_TO + peer, duplicate, Long::sum);
        counters.merge(Counters.TCP_WAITED_FOR_NANOS + peer, waitedNanos, Long::sum);
    }
}
