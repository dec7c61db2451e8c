package io.jgbench.transport.udp;

import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.measure.LentBuffers;
import io.jgbench.transport.ClusterKey;
import io.jgbench.transport.NetworkUse;
import io.jgbench.transport.Transport;
import io.jgbench.transport.TransportContext;
import io.jgbench.transport.TransportException;
import io.jgbench.transport.TransportListener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * Datagrams with nothing above them: a message is a datagram, by IP multicast or to each member in turn, and what is
 * lost stays lost. See {@link UdpSettings} for the options and {@link LiveMembers} for how members are found and
 * missed.
 *
 * <p>One thread receives what is sent to all, another what is sent to one where the mode is multicast. If a listener is
 * slower than the senders, the socket's buffer fills, and the kernel drops what does not fit. If members are planned,
 * the second thread still receives the heartbeats of the others. In mode unicast, and without a plan, hellos arrive
 * through the same socket as the messages: a listener that stands still for ten seconds takes the others for lost.
 */
public final class UdpTransport implements Transport {
    private static final int BYES = 3;

    private final Duration helloPeriod;
    private final LongAdder sendDrops = new LongAdder();

    /** A datagram with its header written, for each thread that sends one of its own accord. */
    private ThreadLocal<ByteBuffer> outgoing;

    /** The same for virtual threads, of which there may be a new one for each message. */
    private LentBuffers<ByteBuffer> lent;

    private UdpSettings settings;
    private UdpSockets sockets;
    private LiveMembers liveMembers;
    private Heartbeat heartbeat;
    private List<UdpReceiver> receivers = List.of();
    private List<Thread> receiving = List.of();
    private ByteBuffer bye;

    /** Found by {@link java.util.ServiceLoader}. */
    public UdpTransport() {
        this(Heartbeat.PERIOD);
    }

    /** For tests, which have less time. */
    UdpTransport(Duration helloPeriod) {
        this.helloPeriod = helloPeriod;
    }

    @Override
    public String name() {
        return "udp";
    }

    @Override
    public boolean reliable() {
        return false;
    }

    @Override
    public void check(TransportSpec spec, int messageSizeBytes) {
        UdpSettings.of(spec);
        if (spec.stack().isPresent()) {
            throw new IllegalArgumentException("transport udp has no stack, got: stack "
                    + spec.stack().get().name() + "; a stack runs over transport jgroups");
        }
        if (messageSizeBytes > Datagram.MAX_MESSAGE_BYTES) {
            throw new IllegalArgumentException("messageSize must be at most " + Datagram.MAX_MESSAGE_BYTES
                    + " bytes over udp, as a message is one datagram, got: " + messageSizeBytes);
        }
    }

    @Override
    public NetworkUse networkUse(TransportSpec spec, long messageBytes) {
        var asked = UdpSettings.of(spec);
        OptionalInt hops = asked.multicast() ? OptionalInt.of(asked.ttl()) : OptionalInt.empty();
        OptionalInt largest = messageBytes > 0
                ? OptionalInt.of(Math.toIntExact(Math.min(messageBytes + Datagram.HEADER_BYTES, Datagram.MAX_BYTES)))
                : OptionalInt.empty();
        return new NetworkUse(true, false, largest, hops);
    }

    @Override
    public void open(TransportContext context, TransportListener listener) throws TransportException {
        settings = UdpSettings.of(context.spec());
        if (!settings.multicast() && context.peers().isEmpty()) {
            throw new TransportException(
                    "transport udp in mode unicast needs planned members; without a plan, use mode: multicast");
        }
        try {
            sockets = UdpSockets.open(context, settings);
        } catch (IOException | RuntimeException e) {
            throw new TransportException("cannot open transport udp" + place(context) + ": " + e.getMessage(), e);
        }
        int key = ClusterKey.of(context);
        int number = context.self()
                .map(Peer::index)
                .orElseGet(() -> ThreadLocalRandom.current().nextInt(Datagram.MAX_SENDERS));
        Supplier<ByteBuffer> datagram =
                () -> Datagram.header(ByteBuffer.allocateDirect(Datagram.MAX_BYTES), key, Datagram.DATA, number);
        outgoing = ThreadLocal.withInitial(datagram);
        lent = new LentBuffers<>(datagram);
        bye = Datagram.control(key, Datagram.BYE, number, "");
        liveMembers = new LiveMembers(listener, context.self().isPresent());
        liveMembers.hello(number, context.memberName());
        receivers = sockets.receivers().stream()
                .map(channel -> new UdpReceiver(channel, key, liveMembers, listener))
                .toList();
        receiving = receivers.stream()
                .map(receiver ->
                        Thread.ofPlatform().daemon().name("udp-receiver").start(receiver))
                .toList();
        heartbeat = new Heartbeat(helloPeriod);
        ByteBuffer hello = Datagram.control(key, Datagram.HELLO, number, context.memberName());
        ByteBuffer alive = Datagram.control(key, Datagram.ALIVE, number, "");
        heartbeat.start(() -> {
            liveMembers.tick(number);
            sendQuietly(hello);
            sayAliveToEach(alive);
        });
    }

    private static String place(TransportContext context) {
        return context.self()
                .map(self -> " at " + self.host() + ":" + self.port())
                .orElse("");
    }

    @Override
    public void send(byte[] buffer, int offset, int length) throws TransportException {
        ByteBuffer datagram = datagram(buffer, offset, length);
        try {
            sockets.send(datagram);
        } catch (IOException e) {
            dropped(e);
        } finally {
            giveBack(datagram);
        }
    }

    @Override
    public void sendTo(int member, byte[] buffer, int offset, int length) throws TransportException {
        if (member < 0 || member >= sockets.members().size()) {
            throw new TransportException(
                    sockets.members().isEmpty()
                            ? "transport udp can send to one member only where members are planned"
                            : "cannot send over udp: there is no member " + member);
        }
        ByteBuffer datagram = datagram(buffer, offset, length);
        try {
            sockets.sendTo(member, datagram);
        } catch (IOException e) {
            dropped(e);
        } finally {
            giveBack(datagram);
        }
    }

    private ByteBuffer datagram(byte[] buffer, int offset, int length) throws TransportException {
        if (length > Datagram.MAX_MESSAGE_BYTES) {
            throw new TransportException(
                    "a message over udp must be at most " + Datagram.MAX_MESSAGE_BYTES + " bytes, got: " + length);
        }
        ByteBuffer datagram = Thread.currentThread().isVirtual() ? lent.borrow() : outgoing.get();
        datagram.limit(Datagram.HEADER_BYTES + length).position(Datagram.HEADER_BYTES);
        return datagram.put(buffer, offset, length).position(0);
    }

    private void giveBack(ByteBuffer datagram) {
        datagram.clear();
        if (Thread.currentThread().isVirtual()) {
            lent.giveBack(datagram);
        }
    }

    private void dropped(IOException e) throws TransportException {
        if (!isDrop(e)) {
            throw new TransportException("cannot send over udp: " + describe(e), e);
        }
        sendDrops.increment();
    }

    /** ENOBUFS: the interface's queue was full, and the kernel let the datagram go. Java tells it by its text only. */
    private static boolean isDrop(IOException e) {
        return String.valueOf(e.getMessage()).contains("No buffer space available");
    }

    private static String describe(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private void sendQuietly(ByteBuffer control) {
        try {
            sockets.send(control.duplicate());
        } catch (IOException _) {
            // Hellos are repeated, and a socket that is broken fails the messages, which are not.
            sendDrops.increment();
        }
    }

    /**
     * Hellos also show that the group can be reached. These unicasts do not queue behind messages at a slow receiver.
     */
    private void sayAliveToEach(ByteBuffer alive) {
        for (int member = 0; settings.multicast() && member < sockets.members().size(); member++) {
            try {
                sockets.sendTo(member, alive.duplicate());
            } catch (IOException _) {
                // It is repeated, and where no datagram gets there but by the group, the hellos do.
            }
        }
    }

    @Override
    public Framing framing(int messageSizeBytes) {
        int header = Datagram.HEADER_BYTES;
        return new Framing(0, messageSizeBytes + header, header, Layer.UDP, settings.multicast());
    }

    @Override
    public Map<String, Long> counters() {
        return Map.of(
                "udp.sendDrops",
                sendDrops.sum(),
                "udp.strangers",
                receivers.stream().mapToLong(UdpReceiver::strangers).sum());
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new TreeMap<>();
        facts.put("udp.mode", settings.multicast() ? "multicast" : "unicast");
        facts.put("udp.targets", sockets.targets().toString());
        facts.put("udp.receiveBufferBytesAsked", String.valueOf(settings.receiveBufferBytes()));
        facts.put("udp.sendBufferBytesAsked", String.valueOf(settings.sendBufferBytes()));
        try {
            facts.put("udp.bindAddress", String.valueOf(sockets.direct().getLocalAddress()));
            facts.put(
                    "udp.receiveBufferBytesGranted",
                    String.valueOf(sockets.receive().getOption(StandardSocketOptions.SO_RCVBUF)));
            facts.put(
                    "udp.sendBufferBytesGranted",
                    String.valueOf(sockets.send().getOption(StandardSocketOptions.SO_SNDBUF)));
        } catch (IOException e) {
            facts.put("udp.error", describe(e));
        }
        return facts;
    }

    @Override
    public Optional<InetAddress> bindAddress() {
        try {
            return sockets.direct().getLocalAddress() instanceof InetSocketAddress local
                    ? Optional.of(local.getAddress())
                    : Optional.empty();
        } catch (IOException _) {
            // closed: it is bound to nothing any more
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        if (sockets == null || !sockets.send().isOpen()) {
            return;
        }
        heartbeat.close();
        liveMembers.close();
        for (int i = 0; i < BYES; i++) {
            sendQuietly(bye);
        }
        try {
            sockets.close();
            for (Thread thread : receiving) {
                if (!Thread.currentThread().equals(thread)) {
                    thread.join();
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException _) {
            // The descriptors are gone either way, and there is nothing that anybody could do about it.
        }
    }
}
