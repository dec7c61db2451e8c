package io.jgbench.preflight;

import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.protocol.PortReport;
import io.jgbench.coordination.protocol.PortReport.ConnectFailure;
import io.jgbench.coordination.protocol.PreflightRequest;
import io.jgbench.transport.ProtocolPortPlan;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/** A member's port for a protocol of its stack: it listens there, and connects to that of all others. */
final class ProtocolPort {
    private final String protocol;
    private final OptionalInt number;
    private final boolean open;

    /** By the indexes of those who listen, the next one after this member first. */
    private final Map<Integer, ConnectProbe> connects;

    private final ConnectProbes probes;

    private ProtocolPort(String protocol, OptionalInt number, boolean open, Map<Integer, ConnectProbe> connects) {
        this.protocol = protocol;
        this.number = number;
        this.open = open;
        this.connects = connects;
        this.probes = new ConnectProbes(List.copyOf(connects.values()));
    }

    /**
     * Opens it, unless another program has the port.
     *
     * @param addresses the members', by index
     */
    static ProtocolPort open(
            ProtocolPortPlan port, PreflightRequest request, List<InetAddress> addresses, ProbeSockets sockets) {
        List<Peer> peers = request.peers();
        OptionalInt number = port.portOf(peers, request.self());
        boolean isOpen = number.isPresent() && sockets.listenAt(number.getAsInt());
        Map<Integer, ConnectProbe> connects = new LinkedHashMap<>();
        for (int i = 1; i < peers.size(); i++) {
            int to = (request.self() + i) % peers.size();
            port.portOf(peers, to)
                    .ifPresent(theirs ->
                            connects.put(to, new ConnectProbe(new InetSocketAddress(addresses.get(to), theirs))));
        }
        return new ProtocolPort(port.protocol(), number, isOpen, connects);
    }

    /** As {@link PeerProbe#advance}. */
    long advance(long nowNanos, ProbeSockets sockets) {
        return probes.advance(nowNanos, sockets);
    }

    boolean isDone() {
        return probes.isDone();
    }

    /** What became of the connections so far. */
    PortReport report() {
        Map<String, List<Integer>> failed = new TreeMap<>();
        connects.forEach((to, connect) -> connect.failure()
                .ifPresent(why ->
                        failed.computeIfAbsent(why, _ -> new ArrayList<>()).add(to)));
        List<ConnectFailure> failures = failed.entrySet().stream()
                .map(failure -> new ConnectFailure(failure.getKey(), failure.getValue()))
                .toList();
        return new PortReport(
                protocol, number.orElse(0), open, 0, List.of(), List.of(), List.of(), List.of(), 0, failures);
    }
}
