package io.jgbench.preflight;

import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.protocol.PortReport;
import io.jgbench.coordination.protocol.PreflightReport.Nic;
import io.jgbench.coordination.protocol.PreflightRequest;
import io.jgbench.coordination.spec.WorkloadSocket;
import io.jgbench.preflight.ProbePacket.Kind;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * A member's port for a socket of the workload: what it sends by it to those to whom it publishes, and what it receives
 * there. Used by one thread.
 */
final class WorkloadPort {
    private static final String USER = "the workload";

    /** Members to which large packets are on the way at once, so that the send buffer has room for them. */
    private static final int LARGE_AT_ONCE = 8;

    /** Of more packets of one member the rest is ignored, as the port is open to strangers. */
    private static final int MOST_PACKETS = 2 * PortProbe.MOST_PACKETS;

    private final OptionalInt number;
    private final Optional<DatagramChannel> channel;
    private final int fullBytes;

    /** By the members' indexes; empty of one that has no such port. */
    private final List<Optional<InetSocketAddress>> addresses = new ArrayList<>();

    /** By the indexes of those to whom it publishes, the next one after this member first. */
    private final Map<Integer, PortProbe> probes = new LinkedHashMap<>();

    private final int[] received;
    private final int[] receivedFull;

    private WorkloadPort(OptionalInt number, Optional<DatagramChannel> channel, int fullBytes, int members) {
        this.number = number;
        this.channel = channel;
        this.fullBytes = fullBytes;
        this.received = new int[members];
        this.receivedFull = new int[members];
    }

    /**
     * Opens it, unless another program has the port.
     *
     * @param addresses the members', by index
     */
    static WorkloadPort open(
            WorkloadSocket socket, PreflightRequest request, List<InetAddress> addresses, ProbeSockets sockets) {
        List<String> addressTexts = request.peers().stream().map(Peer::host).toList();
        int members = addressTexts.size();
        int self = request.self();
        OptionalInt number = socket.portOf(addressTexts, self);
        Optional<DatagramChannel> channel =
                number.isPresent() ? sockets.datagramsAt(number.getAsInt(), socket.dontFragment()) : Optional.empty();
        int fullBytes = fullBytes(socket, sockets.nic(), sockets.ipVersion());
        var port = new WorkloadPort(number, channel, fullBytes, members);
        for (int member = 0; member < members; member++) {
            OptionalInt theirs = socket.portOf(addressTexts, member);
            port.addresses.add(
                    theirs.isPresent()
                            ? Optional.of(new InetSocketAddress(addresses.get(member), theirs.getAsInt()))
                            : Optional.empty());
        }
        var turns = new BurstTurns(LARGE_AT_ONCE);
        for (int i = 1; i < members && channel.isPresent(); i++) {
            int to = (self + i) % members;
            if (socket.isPath(self, to, members) && port.addresses.get(to).isPresent()) {
                port.probes.put(to, new PortProbe(turns, fullBytes));
            }
        }
        return port;
    }

    /**
     * As large as the workload's packets, and two fragments at the most. None on a loopback interface, as it says
     * nothing of a network; none that must not be fragmented and is larger than the MTU, which the workload refuses.
     */
    static int fullBytes(WorkloadSocket socket, Optional<Nic> nic, IpVersion ip) {
        int mtu = nic.filter(own -> !own.loopback()).map(Nic::mtuBytes).orElse(0);
        int packet = socket.packetBytes() + ip.overheadBytes();
        boolean isLarger = packet > mtu;
        if (mtu == 0 || socket.packetBytes() <= ProbePacket.SMALL_BYTES || (isLarger && socket.dontFragment())) {
            return 0;
        }
        return isLarger ? Math.min(packet, ip.twoFragmentsBytes(mtu)) : packet;
    }

    /** Whether this is its channel. */
    boolean isBy(DatagramChannel other) {
        return channel.filter(other::equals).isPresent();
    }

    /** Its number, where its channel is none of the transport's. */
    OptionalInt ownNumber(ProbeSockets sockets) {
        return channel.filter(own -> !sockets.isOfTransport(own)).isPresent() ? number : OptionalInt.empty();
    }

    /** As {@link PeerProbe#advance}. */
    long advance(long nowNanos, BiFunction<DatagramChannel, InetSocketAddress, ProbeSender> senders) {
        long due = Long.MAX_VALUE;
        for (var probe : probes.entrySet()) {
            var sender = senders.apply(
                    channel.orElseThrow(), addresses.get(probe.getKey()).orElseThrow());
            due = Math.min(due, probe.getValue().advance(nowNanos, sender));
        }
        return due;
    }

    boolean isDone() {
        return probes.values().stream().allMatch(PortProbe::isDone);
    }

    /** Takes what came by its channel. */
    void take(ProbePacket packet, BiFunction<DatagramChannel, InetSocketAddress, ProbeSender> senders) {
        int from = packet.from();
        if (packet.kind() == Kind.PORT && received[from] + receivedFull[from] < MOST_PACKETS) {
            (packet.argument() == 0 ? received : receivedFull)[from]++;
            // one that finds no room is asked for again
            addresses
                    .get(from)
                    .ifPresent(address -> senders.apply(channel.orElseThrow(), address)
                            .send(Kind.PORT_ANSWER, packet.number(), packet.argument(), 0));
        } else if (packet.kind() == Kind.PORT_ANSWER && probes.containsKey(from)) {
            probes.get(from).answered(packet);
        }
    }

    /**
     * What was sent and received so far.
     *
     * @param lost what was lost at this host
     */
    PortReport report(ReceiveLosses lost) {
        return new PortReport(
                USER,
                number.orElse(0),
                channel.isPresent(),
                fullBytes,
                sent(PortProbe::small),
                sent(PortProbe::full),
                Arrays.stream(received).boxed().toList(),
                Arrays.stream(receivedFull).boxed().toList(),
                channel.isPresent() ? lost.dropsAt(number.orElse(0)) : 0,
                List.of());
    }

    private List<Integer> sent(ToIntFunction<PortProbe> count) {
        return IntStream.range(0, received.length)
                .map(to -> probes.containsKey(to) ? count.applyAsInt(probes.get(to)) : 0)
                .boxed()
                .toList();
    }
}
