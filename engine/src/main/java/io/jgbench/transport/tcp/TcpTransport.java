package io.jgbench.transport.tcp;

import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.transport.ClusterKey;
import io.jgbench.transport.NetworkUse;
import io.jgbench.transport.Transport;
import io.jgbench.transport.TransportContext;
import io.jgbench.transport.TransportException;
import io.jgbench.transport.TransportListener;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * A connection between any two members and nothing above it: each message goes to each member in turn, or to one. See
 * {@link TcpSettings} for the options, {@link SendRing} for how messages are batched and how senders wait, {@link Mesh}
 * for who connects to whom.
 *
 * <p>A member's own messages do not pass the network: the sending thread delivers each to the member's own listener
 * before {@link #send} or {@link #sendTo} returns, so that they keep the thread's order.
 */
public final class TcpTransport implements Transport {
    /** Room for a few milliseconds of a fast network, and for the largest batches many times over. */
    private static final int RING_BYTES = 4 * 1024 * 1024;

    private SendRing ring;
    private TcpSettings settings;
    private TransportListener listener;
    private Mesh mesh;
    private MeshMembers members;

    /** Found by {@link java.util.ServiceLoader}. */
    public TcpTransport() {}

    @Override
    public String name() {
        return "tcp";
    }

    @Override
    public boolean reliable() {
        return true;
    }

    @Override
    public void check(TransportSpec spec, int messageSizeBytes) {
        TcpSettings.of(spec);
        if (spec.stack().isPresent()) {
            throw new IllegalArgumentException("transport tcp has no stack, got: stack "
                    + spec.stack().get().name() + "; a stack runs over transport jgroups");
        }
    }

    @Override
    public NetworkUse networkUse(TransportSpec spec, long messageBytes) {
        return new NetworkUse(false, true, OptionalInt.empty(), OptionalInt.empty());
    }

    @Override
    public void open(TransportContext context, TransportListener listener) throws TransportException {
        settings = TcpSettings.of(context.spec());
        this.listener = listener;
        try {
            mesh = Mesh.listen(context, settings);
        } catch (IOException | RuntimeException e) {
            String place = context.self()
                    .map(self -> " at " + self.host() + ":" + self.port())
                    .orElse("");
            throw new TransportException("cannot open transport tcp" + place + ": " + e.getMessage(), e);
        }
        ring = new SendRing(RING_BYTES);
        Handshake self = new Handshake(mesh.self(), context.memberName());
        members = new MeshMembers(mesh, settings, self, ClusterKey.of(context), ring, listener);
        members.start(context.joinTimeout());
    }

    @Override
    public void send(byte[] buffer, int offset, int length) throws TransportException {
        if (!ring.append(buffer, offset, length)) {
            throw new TransportException("cannot send over tcp: the transport is closed");
        }
        listener.receive(buffer, offset, length);
    }

    @Override
    public void sendTo(int member, byte[] buffer, int offset, int length) throws TransportException {
        sendTo(member, buffer, offset, length, SendMode.AT_ONCE);
    }

    @Override
    public void sendToAwaited(int member, byte[] buffer, int offset, int length) throws TransportException {
        sendTo(member, buffer, offset, length, SendMode.AWAITED);
    }

    @Override
    public void sendToDeferred(int member, byte[] buffer, int offset, int length) throws TransportException {
        sendTo(member, buffer, offset, length, SendMode.WHEN_FLUSHED);
    }

    @Override
    public void flush() {
        members.flush();
    }

    private void sendTo(int member, byte[] buffer, int offset, int length, SendMode sendMode)
            throws TransportException {
        if (member == mesh.self()) {
            listener.receive(buffer, offset, length);
        } else if (!members.sendTo(member, buffer, offset, length, sendMode)) {
            throw new TransportException("cannot send over tcp: member " + member + " is not connected");
        }
    }

    @Override
    public Framing framing(int messageSizeBytes) {
        return new Framing(SendRing.LENGTH_BYTES, packetBytes(messageSizeBytes), 0, Layer.TCP, false);
    }

    private static int packetBytes(int messageSizeBytes) {
        return Math.max(Connection.WRITE_BYTES, messageSizeBytes + SendRing.LENGTH_BYTES);
    }

    @Override
    public Map<String, LongSupplier> momentaryCounters() {
        return Map.of(Counters.FLOW_CONTROL_BLOCKED_NANOS, this::blockedNanos);
    }

    private long blockedNanos() {
        return ring.waits().nanos() + members.directBlockedNanos();
    }

    @Override
    public Map<String, Long> counters() {
        return Map.of(
                Counters.FLOW_CONTROL_BLOCKS,
                ring.waits().count() + members.directBlocks(),
                Counters.FLOW_CONTROL_BLOCKED_NANOS,
                blockedNanos(),
                "tcp.writes",
                members.writes(),
                "tcp.writtenBytes",
                members.writtenBytes(),
                "tcp.strangers",
                members.strangers());
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new TreeMap<>();
        facts.put("tcp.bindAddress", mesh.places().get(mesh.self()).toString());
        facts.put("tcp.noDelay", String.valueOf(settings.noDelay()));
        facts.put("tcp.sendBufferBytesAsked", String.valueOf(settings.sendBufferBytes()));
        facts.put("tcp.receiveBufferBytesAsked", String.valueOf(settings.receiveBufferBytes()));
        facts.put("tcp.ringBytes", String.valueOf(RING_BYTES));
        return facts;
    }

    @Override
    public Optional<InetAddress> bindAddress() {
        return Optional.of(mesh.places().get(mesh.self()).getAddress());
    }

    @Override
    public void close() {
        if (members != null) {
            ring.close();
            members.close();
        }
    }
}
