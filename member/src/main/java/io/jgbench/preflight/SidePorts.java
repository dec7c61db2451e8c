package io.jgbench.preflight;

import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.protocol.PortReport;
import io.jgbench.coordination.protocol.PreflightRequest;
import io.jgbench.transport.NetworkUse;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A member's ports beside that of its transport. They are probed while that one is, and take no time of their own.
 *
 * @param protocols those of the stack's protocols
 * @param workload those of the workload
 */
record SidePorts(List<ProtocolPort> protocols, List<WorkloadPort> workload) {

    /**
     * Opens them. One that another program has is left out: the run itself may take another one, or says that it is
     * taken.
     *
     * @param addresses the members', by index
     */
    static SidePorts open(PreflightRequest request, NetworkUse use, List<InetAddress> addresses, ProbeSockets sockets) {
        return new SidePorts(
                use.protocolPorts().stream()
                        .map(port -> ProtocolPort.open(port, request, addresses, sockets))
                        .toList(),
                request.workloadSockets().stream()
                        .map(socket -> WorkloadPort.open(socket, request, addresses, sockets))
                        .toList());
    }

    /**
     * The members whose transport's port has the number of the workload's socket of another member at the same address.
     * They cannot open it for datagrams.
     */
    static Set<Integer> takenFromTransports(PreflightRequest request) {
        List<Peer> peers = request.peers();
        List<String> addressTexts = peers.stream().map(Peer::host).toList();
        Set<Integer> taken = new HashSet<>();
        for (var socket : request.workloadSockets()) {
            Map<String, Integer> ownerByPort = new HashMap<>();
            for (int member = 0; member < peers.size(); member++) {
                OptionalInt port = socket.portOf(addressTexts, member);
                if (port.isPresent()) {
                    ownerByPort.put(addressTexts.get(member) + " " + port.getAsInt(), member);
                }
            }
            for (int member = 0; member < peers.size(); member++) {
                Integer owner = ownerByPort.get(
                        addressTexts.get(member) + " " + peers.get(member).port());
                if (owner != null && owner != member) {
                    taken.add(member);
                }
            }
        }
        return taken;
    }

    /**
     * As {@link PeerProbe#advance}.
     *
     * @param senders who sends by a channel to an address
     */
    long advance(
            long nowNanos, ProbeSockets sockets, BiFunction<DatagramChannel, InetSocketAddress, ProbeSender> senders) {
        long due = Long.MAX_VALUE;
        for (var port : protocols) {
            due = Math.min(due, port.advance(nowNanos, sockets));
        }
        for (var port : workload) {
            due = Math.min(due, port.advance(nowNanos, senders));
        }
        return due;
    }

    boolean isDone() {
        return protocols.stream().allMatch(ProtocolPort::isDone)
                && workload.stream().allMatch(WorkloadPort::isDone);
    }

    /** The port of the workload that this channel is of; empty of one that is the transport's alone. */
    Optional<WorkloadPort> ofChannel(DatagramChannel channel) {
        return workload.stream().filter(port -> port.isBy(channel)).findFirst();
    }

    /** The numbers of the workload's ports that are none of the transport's. */
    Set<Integer> workloadNumbers(ProbeSockets sockets) {
        return workload.stream()
                .flatMapToInt(port -> port.ownNumber(sockets).stream())
                .boxed()
                .collect(Collectors.toSet());
    }

    /**
     * What was sent and received so far.
     *
     * @param lost what was lost at this host
     */
    List<PortReport> reports(ReceiveLosses lost) {
        return Stream.concat(
                        protocols.stream().map(ProtocolPort::report),
                        workload.stream().map(port -> port.report(lost)))
                .toList();
    }
}
