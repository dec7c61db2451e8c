package io.jgbench.preflight;

import io.jgbench.coordination.preflight.PreflightLimits;
import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.protocol.PreflightReport;
import io.jgbench.coordination.protocol.PreflightReport.Received;
import io.jgbench.coordination.protocol.PreflightReport.Scope;
import io.jgbench.coordination.protocol.PreflightReport.Sent;
import io.jgbench.coordination.protocol.PreflightRequest;
import io.jgbench.preflight.Probe.Kind;
import io.jgbench.transport.NetworkUse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.zip.CRC32;

/**
 * One member's pre-flight: from when it is opened until it is closed its thread answers what others ask, and once told
 * to, sends what it has to. All but the requests to it is done by that thread.
 */
public final class MemberPreflight implements AutoCloseable {
    private static final int MOST_PACKET_BYTES = 65_535;

    /** Bursts that are on the way at once, from one member. */
    private static final int BURSTS_AT_ONCE = 4;

    /** Connections that are made at once, by one member. */
    private static final int CONNECTS_AT_ONCE = 64;

    /** The most packets that are received before due packets are sent. */
    private static final int RECEIVED_AT_ONCE = 512;

    private static final Duration ANSWERED = Duration.ofSeconds(3);

    private final PreflightRequest request;
    private final NetworkUse use;
    private final ProbeSockets sockets;
    private final Supplier<Optional<Long>> receiveDrops;
    private final int key;
    /** By the members' indexes; that to itself is not used. */
    private final List<PeerPath> paths = new ArrayList<>();

    private final Optional<GroupProbe> group;
    private final ByteBuffer outgoing = ByteBuffer.allocateDirect(MOST_PACKET_BYTES);
    private final ByteBuffer incoming = ByteBuffer.allocateDirect(MOST_PACKET_BYTES);

    private final Queue<Runnable> asked = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Void> probed = new CompletableFuture<>();

    /** Completed when the sockets are closed or have failed. */
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    private final Thread thread;
    private volatile boolean closed;
    private volatile Optional<PreflightReport> last = Optional.empty();
    private boolean probing;
    private long beganNanos;

    private MemberPreflight(
            PreflightRequest request, NetworkUse use, ProbeSockets sockets, Supplier<Optional<Long>> receiveDrops)
            throws IOException {
        this.request = request;
        this.use = use;
        this.sockets = sockets;
        this.receiveDrops = receiveDrops;
        this.key = key(request);
        var turns = new Turns(BURSTS_AT_ONCE);
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
        int fullBytes = use.datagrams() ? largest.orElse(0) : 0;
        this.group = sockets.groupAddress().filter(_ -> others > 0).map(_ -> new GroupProbe(others, fullBytes));
        this.thread = Thread.ofPlatform().daemon().name("preflight").unstarted(this::work);
    }

    /**
     * Opens the sockets and answers from here on.
     *
     * @param use what the transport uses, and so what is probed
     * @param receiveDrops how many datagrams the process's receive buffers had no room for; empty where the system
     *     does not tell
     * @throws IOException if an address cannot be bound, with one sentence that names it
     */
    public static MemberPreflight open(PreflightRequest request, NetworkUse use, Supplier<Optional<Long>> receiveDrops)
            throws IOException {
        var sockets = ProbeSockets.open(request, use);
        try {
            var opened = new MemberPreflight(request, use, sockets, receiveDrops);
            opened.thread.start();
            return opened;
        } catch (IOException | RuntimeException e) {
            sockets.close();
            throw e;
        }
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
        int twice = Math.min(2 * mtuBytes, MOST_PACKET_BYTES);
        return use.largestDatagramBytes().stream()
                .filter(bytes -> bytes + sockets.overheadBytes() > mtuBytes && twice > mtuBytes)
                .map(_ -> twice)
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

    /**
     * Probes the paths to all others, the first time that it is called, and waits until that is done. The sockets of
     * all others have to be open.
     *
     * @throws IOException if the sockets fail or were closed
     */
    public void probe() throws IOException, InterruptedException {
        asked.add(() -> {
            if (!probing) {
                probing = true;
                beganNanos = System.nanoTime();
            }
        });
        sockets.selector().wakeup();
        await(probed, PreflightLimits.LONGEST.plus(ANSWERED));
    }

    /**
     * What was sent and received so far; once it is closed, what was by then.
     *
     * @throws IOException if the sockets have failed
     */
    public PreflightReport report() throws IOException, InterruptedException {
        if (last.isPresent()) {
            return last.get();
        }
        var written = new CompletableFuture<PreflightReport>();
        asked.add(() -> written.complete(write()));
        sockets.selector().wakeup();
        await(CompletableFuture.anyOf(written, over), ANSWERED);
        return written.isDone() ? written.join() : last.orElseThrow();
    }

    private static <T> T await(CompletableFuture<T> future, Duration patience)
            throws IOException, InterruptedException {
        try {
            return future.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e.getCause());
        } catch (TimeoutException e) {
            throw new IOException("the pre-flight did not answer within " + patience.toSeconds() + " s", e);
        }
    }

    /** Closes the sockets: the transport may bind their ports when this returns. */
    @Override
    public void close() {
        closed = true;
        sockets.selector().wakeup();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                // the thread ends at once, and the ports have to be free
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void work() {
        try {
            probeAndAnswer();
            last = Optional.of(write());
            sockets.close();
            probed.completeExceptionally(new IOException("the sockets of the pre-flight are closed"));
            over.complete(null);
        } catch (IOException | RuntimeException e) {
            var failure = new IOException("the sockets of the pre-flight failed: " + e.getMessage(), e);
            closeAfter(failure);
            probed.completeExceptionally(failure);
            over.completeExceptionally(failure);
        }
    }

    /** The transport may still bind the ports. */
    private void closeAfter(IOException failure) {
        try {
            sockets.close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private void probeAndAnswer() throws IOException {
        while (!closed) {
            for (Runnable next = asked.poll(); next != null; next = asked.poll()) {
                next.run();
            }
            select(probing ? advance(System.nanoTime()) : Long.MAX_VALUE);
            receive();
        }
    }

    private void select(long dueNanos) throws IOException {
        if (dueNanos == Long.MAX_VALUE) {
            sockets.selector().select();
            return;
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(dueNanos - System.nanoTime());
        if (millis > 0) {
            sockets.selector().select(millis);
        } else {
            sockets.selector().selectNow();
        }
    }

    /** Sends what is due, to the next member first, so that not all begin with the same one. */
    private long advance(long nowNanos) {
        long due = beganNanos + PreflightLimits.LONGEST.toNanos();
        boolean isDone = true;
        if (isProbedByDatagrams()) {
            for (int i = 1; i < paths.size(); i++) {
                PeerPath path = pathAfterOwn(i);
                due = Math.min(due, path.probe().advance(nowNanos, to(path.address())));
                isDone &= path.probe().isDone();
            }
        }
        if (use.connections()) {
            due = Math.min(due, connect(nowNanos));
            isDone &= paths.stream().filter(path -> path.connect().isDone()).count() == paths.size() - 1;
        }
        if (group.isPresent()) {
            var address = sockets.groupAddress().orElseThrow();
            due = Math.min(due, group.get().advance(nowNanos, to(address)));
            isDone &= group.get().isDone();
        }
        if (isDone || nowNanos - beganNanos >= PreflightLimits.LONGEST.toNanos()) {
            probed.complete(null);
            probing = false;
            return Long.MAX_VALUE;
        }
        return due;
    }

    private PeerPath pathAfterOwn(int number) {
        return paths.get((request.self() + number) % paths.size());
    }

    /** Datagrams tell more of a path than connections do, so they are sent where only these are used, too. */
    private boolean isProbedByDatagrams() {
        return use.datagrams() || use.connections();
    }

    private long connect(long nowNanos) {
        long due = Long.MAX_VALUE;
        long underWay = paths.stream()
                .map(PeerPath::connect)
                .filter(connect -> connect.isBegun() && !connect.isDone())
                .count();
        for (int i = 1; i < paths.size(); i++) {
            var connect = pathAfterOwn(i).connect();
            if (!connect.isBegun() && underWay < CONNECTS_AT_ONCE) {
                connect.begin(sockets.self(), sockets.selector(), nowNanos);
                underWay++;
            }
            due = Math.min(due, connect.advance(nowNanos));
        }
        return due;
    }

    private ProbeSender to(InetSocketAddress address) {
        return (kind, number, argument, ipBytes) -> send(kind, number, argument, System.nanoTime(), ipBytes, address);
    }

    private ProbeSender.Outcome send(
            Kind kind, int number, int argument, long timeNanos, int ipBytes, InetSocketAddress to) {
        int payload = Math.max(Probe.SMALL_BYTES, ipBytes - sockets.overheadBytes());
        var probe = new Probe(kind, request.self(), number, argument, timeNanos, payload);
        ByteBuffer packet = probe.write(outgoing, key);
        return kind == Kind.FRAGMENTED ? sockets.sendInFragments(packet, to) : sockets.send(packet, to);
    }

    private void receive() throws IOException {
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
            Probe.read(incoming.flip(), key)
                    .filter(probe -> probe.from() < paths.size() && probe.from() != request.self())
                    // what others send to the port by multicast or to the group alone is told apart by its kind
                    .filter(probe -> (probe.kind() == Kind.GROUP) == sockets.isGroup(channel))
                    .ifPresent(this::take);
        }
    }

    private void take(Probe probe) {
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
            case BURST -> {
                // counted
            }
        }
    }

    private void answer(Probe question, Kind kind, int number, int argument) {
        // One that finds no room is asked for again.
        var _ = send(
                kind,
                number,
                argument,
                question.timeNanos(),
                0,
                paths.get(question.from()).address());
    }

    private PreflightReport write() {
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
        return new PreflightReport(
                request.self(),
                new Scope(use.datagrams(), use.connections(), group.isPresent()),
                sockets.nic(),
                receiveDrops.get().map(OptionalLong::of).orElseGet(OptionalLong::empty),
                group.map(GroupProbe::small).orElse(0),
                group.map(GroupProbe::full).orElse(0),
                group.map(GroupProbe::fullBytes).orElse(0),
                sent,
                received);
    }
}
