package io.jgbench.preflight;

import io.jgbench.coordination.protocol.PortReport;
import io.jgbench.coordination.protocol.PreflightRequest;
import io.jgbench.transport.NetworkUse;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * A member's ports beside that of its transport. They are probed while that one is, and take no time of their own.
 *
 * @param protocols those of the stack's protocols
 * @param workload those of the workload
 */
record OwnPorts(List<ProtocolPort> protocols, List<WorkloadPort> workload) {

    /**
     * Opens them. One that another program has is left out: the run itself may take another one, or says that it is
     * taken.
     *
     * @param hosts the members' addresses, by index
     */
    static OwnPorts open(PreflightRequest request, NetworkUse use, List<InetAddress> hosts, ProbeSockets sockets) {
        return new OwnPorts(
                use.ownPorts().stream()
                        .map(port -> ProtocolPort.open(port, request, hosts, sockets))
                        .toList(),
                request.workloadSockets().stream()
                        .map(socket -> WorkloadPort.open(socket, request, hosts, sockets))
                        .toList());
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

    /** Whose channel this is; empty of one of the transport's. */
    Optional<WorkloadPort> of(DatagramChannel channel) {
        return workload.stream().filter(port -> port.isBy(channel)).findFirst();
    }

    /** What was sent and received so far. */
    List<PortReport> reports() {
        return Stream.concat(
                        protocols.stream().map(ProtocolPort::report),
                        workload.stream().map(WorkloadPort::report))
                .toList();
    }
}
