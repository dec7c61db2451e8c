package io.jgbench.preflight;

import io.jgbench.coordination.preflight.PreflightLimits;
import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.protocol.PreflightReport;
import io.jgbench.coordination.protocol.PreflightReport.Received;
import io.jgbench.coordination.protocol.PreflightReport.Scope;
import io.jgbench.coordination.protocol.PreflightReport.Sent;
import io.jgbench.coordination.protocol.PreflightRequest;
import io.jgbench.preflight.ProbePacket.Kind;
import io.jgbench.transport.NetworkUse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.zip.CRC32;

/**
 * What one member sends to the others and answers them, packet by packet. Used by one thread: it selects, receives what
 * came, and sends what is due.
 */
final class ProbeExchange {
    private static final int MOST_PACKET_BYTES = 65_535;

    /** Bursts that are on the way at once, from one member. */
    private static final int BURSTS_AT_ONCE = 4;

    /** The most packets that are received before due packets are sent. */
    private static final int RECEIVED_AT_ONCE = 512;

    private final PreflightRequest request;
    private final NetworkUse use;
    private final ProbeSockets sockets;
    private final Supplier<ReceiveLosses> losses;
    private final int key;
    /** By the members' indexes; that to itself is not used. */
    private final List<PeerPath> paths = new ArrayList<>();

    /** The members whose transport's port is not open for datagrams, as a socket of the workload has it. */
    private final Set<Integer> portTaken;

    private final ConnectProbes connects;
    private final SidePorts ports;
    private final Optional<GroupProbe> group;
    private final ByteBuffer outgoing = ByteBuffer.allocateDirect(MOST_PACKET_BYTES);
    private final ByteBuffer incoming = ByteBuffer.allocateDirect(MOST_PACKET_BYTES);
    private boolean probing;
    private boolean done;
    private long beganNanos;

    ProbeExchange(PreflightRequest request, NetworkUse use, ProbeSockets sockets, Supplier<ReceiveLosses> losses)
            throws IOException {
        this.request = request;
        this.use = use;
        this.sockets = sockets;
        this.losses = losses;
        this.key = key(request);
        this.portTaken = use.datagrams() ? Set.of() : SidePorts.takenFromTransports(request);
        var turns = new BurstTurns(BURSTS_AT_ONCE);
        OptionalInt largest = largestBytes();
        OptionalInt fragmented = largest.isPresent() ? fragmentedBytes(largest.getAsInt()) : OptionalInt.empty();
        for (Peer peer : request.peers()) {
            var address = ProbeSockets.address(peer);
            paths.add(new PeerPath(
                    address,
                    new PeerProbe(turns, largest, use.datagrams(), fragmented),
                    new ConnectProbe(address),
                    new PeerTally()));
        }
        int others = request.peers().size() - 1;
        this.connects = new ConnectProbes(IntStream.rangeClosed(1, others)
                .mapToObj(number -> pathAfterOwn(number).connect())
                .toList());
        this.ports = SidePorts.open(
                request,
                use,
                paths.stream().map(path -> path.address().getAddress()).toList(),
                sockets);
        int fullBytes = use.datagrams() ? largest.orElse(0) : 0;
        this.group = sockets.groupAddress().filter(_ -> others > 0).map(_ -> new GroupProbe(others, fullBytes));
    }

    /** What a loopback interface carries says nothing of a network. */
    private OptionalInt largestBytes() {
        return sockets.nic().stream()
                .filter(nic -> !nic.loopback())
                .mapToInt(nic -> Math.min(nic.mtuBytes(), MOST_PACKET_BYTES))
                .findFirst();
    }

    /** Two fragments are enough, of a transport whose datagrams can be larger than the MTU. */
    private OptionalInt fragmentedBytes(int mtuBytes) {
        int twoFragments = Math.min(sockets.ipVersion().twoFragmentsBytes(mtuBytes), MOST_PACKET_BYTES);
        return use.largestDatagramBytes().stream()
                .filter(bytes -> bytes + sockets.overheadBytes() > mtuBytes && twoFragments > mtuBytes)
                .map(_ -> twoFragments)
                .findFirst();
    }

    /** Tells the packets of this run's pre-flight from all others. */
    private static int key(PreflightRequest request) {
        var text = new StringBuilder(request.multicastAddress()).append(request.multicastPort());
        for (Peer peer : request.peers()) {
            text.append(' ').append(peer.name()).append(peer.host()).append(':').append(peer.port());
        }
        var sum = new CRC32();
        sum.update(text.toString().getBytes(StandardCharsets.UTF_8));
        return (int) sum.getValue();
    }

    /** Lets this member probe the paths to all others, unless it does or has. */
    void begin() {
        if (!probing && !done) {
            probing = true;
            beganNanos = System.nanoTime();
        }
    }

    /**
     * Sends what is due, to the next member first, so that not all begin with the same one.
     *
     * @return when something is due next, by {@link System#nanoTime}; {@link Long#MAX_VALUE} if nothing is
     */
    long advance() {
        return probing ? advance(System.nanoTime()) : Long.MAX_VALUE;
    }

    /** Whether nothing more is to be sent, or the time for it is over. */
    boolean isDone() {
        return done;
    }

    private long advance(long nowNanos) {
        long due = beganNanos + PreflightLimits.LONGEST.toNanos();
        boolean allSent = true;
        for (int i = 1; i < paths.size(); i++) {
            if (isProbedByDatagrams(i)) {
                PeerPath path = pathAfterOwn(i);
                due = Math.min(due, path.probe().advance(nowNanos, to(path.address())));
                allSent &= path.probe().isDone();
            }
        }
        if (use.connections()) {
            due = Math.min(due, connects.advance(nowNanos, sockets));
            allSent &= connects.isDone();
        }
        due = Math.min(due, ports.advance(nowNanos, sockets, this::from));
        allSent &= ports.isDone();
        if (group.isPresent()) {
            var address = sockets.groupAddress().orElseThrow();
            due = Math.min(due, group.get().advance(nowNanos, to(address)));
            allSent &= group.get().isDone();
        }
        if (allSent || nowNanos - beganNanos >= PreflightLimits.LONGEST.toNanos()) {
            done = true;
            probing = false;
            return Long.MAX_VALUE;
        }
        return due;
    }

    private PeerPath pathAfterOwn(int number) {
        return paths.get(memberAfterOwn(number));
    }

    private int memberAfterOwn(int number) {
        return (request.self() + number) % paths.size();
    }

    /** Datagrams tell more of a path than connections do, so they are sent where only these are used, too. */
    private boolean isProbedByDatagrams(int number) {
        return (use.datagrams() || use.connections())
                && !portTaken.contains(request.self())
                && !portTaken.contains(memberAfterOwn(number));
    }

    private ProbeSender to(InetSocketAddress address) {
        return (kind, number, argument, ipBytes) -> send(kind, number, argument, System.nanoTime(), ipBytes, address);
    }

    /** From the port of a socket of the workload. */
    private ProbeSender from(DatagramChannel channel, InetSocketAddress address) {
        return (kind, number, argument, ipBytes) ->
                sockets.sendForWorkload(channel, packet(kind, number, argument, System.nanoTime(), ipBytes), address);
    }

    private ByteBuffer packet(Kind kind, int number, int argument, long timeNanos, int ipBytes) {
        int payload = Math.max(ProbePacket.SMALL_BYTES, ipBytes - sockets.overheadBytes());
        return new ProbePacket(kind, request.self(), number, argument, timeNanos, payload).write(outgoing, key);
    }

    private ProbeSender.SendOutcome send(
            Kind kind, int number, int argument, long timeNanos, int ipBytes, InetSocketAddress to) {
        ByteBuffer packet = packet(kind, number, argument, timeNanos, ipBytes);
        return kind == Kind.FRAGMENTED ? sockets.sendInFragments(packet, to) : sockets.send(packet, to);
    }

    /** Takes what the selector found. */
    void receive() throws IOException {
        for (SelectionKey ready : sockets.selector().selectedKeys()) {
            if (!ready.isValid()) {
                continue;
            }
            if (ready.isAcceptable()) {
                sockets.hangUp();
            } else if (ready.attachment() instanceof ConnectProbe connect) {
                connect.finish(System.nanoTime());
            } else if (ready.channel() instanceof DatagramChannel channel) {
                receive(channel);
            }
        }
        sockets.selector().selectedKeys().clear();
    }

    private void receive(DatagramChannel channel) throws IOException {
        for (int i = 0; i < RECEIVED_AT_ONCE; i++) {
            incoming.clear();
            if (channel.receive(incoming) == null) {
                return;
            }
            ProbePacket.read(incoming.flip(), key)
                    .filter(probe -> probe.from() < paths.size() && probe.from() != request.self())
                    .ifPresent(probe -> take(probe, channel));
        }
    }

    private void take(ProbePacket probe, DatagramChannel channel) {
        if (probe.kind() == Kind.PORT || probe.kind() == Kind.PORT_ANSWER) {
            ports.ofChannel(channel).ifPresent(port -> port.take(probe, this::from));
        } else if (sockets.isOfTransport(channel) && (probe.kind() == Kind.GROUP) == sockets.isGroup(channel)) {
            // what others send to the port by multicast or to the group alone is told apart by its kind
            take(probe);
        }
    }

    private void take(ProbePacket probe) {
        long now = System.nanoTime();
        var tally = paths.get(probe.from()).tally();
        tally.count(probe, probe.payloadBytes() + sockets.overheadBytes());
        switch (probe.kind()) {
            case PING ->
                answer(
                        probe,
                        Kind.PING_ANSWER,
                        probe.number(),
                        sockets.nic().map(nic -> nic.mtuBytes()).orElse(0));
            case ASK -> answer(probe, Kind.TALLY, tally.ofBurst(probe.argument()), probe.argument());
            case SIZED -> answer(probe, Kind.SIZED_ANSWER, probe.number(), probe.argument());
            case FRAGMENTED -> answer(probe, Kind.FRAGMENTED_ANSWER, probe.number(), probe.argument());
            case GROUP -> answer(probe, Kind.GROUP_ANSWER, probe.number(), probe.argument());
            case PING_ANSWER, TALLY, SIZED_ANSWER, FRAGMENTED_ANSWER ->
                paths.get(probe.from()).probe().answered(probe, now);
            case GROUP_ANSWER -> group.ifPresent(it -> it.answered(probe, now));
            case BURST, PORT, PORT_ANSWER -> {
                // counted, or of another port
            }
        }
    }

    private void answer(ProbePacket question, Kind kind, int number, int argument) {
        // One that finds no room is asked for again.
        var _ = send(
                kind,
                number,
                argument,
                question.timeNanos(),
                0,
                paths.get(question.from()).address());
    }

    /** What was sent and received so far. */
    PreflightReport report() {
        List<Sent> sent = new ArrayList<>();
        List<Received> received = new ArrayList<>();
        for (int peer = 0; peer < paths.size(); peer++) {
            if (peer != request.self()) {
                PeerPath path = paths.get(peer);
                sent.add(path.probe()
                        .sent(
                                peer,
                                path.connect().connectNanos(),
                                path.connect().failure()));
                received.add(path.tally().received(peer));
            }
        }
        ReceiveLosses lost = losses.get();
        return new PreflightReport(
                request.self(),
                new Scope(use.datagrams(), use.connections(), group.isPresent()),
                sockets.nic(),
                lost.dropsBeside(ports.workloadNumbers(sockets)),
                lost.reassemblyFailures(),
                group.map(GroupProbe::small).orElse(0),
                group.map(GroupProbe::full).orElse(0),
                group.map(GroupProbe::fullBytes).orElse(0),
                sent,
                received,
                ports.reports(lost));
    }
}
