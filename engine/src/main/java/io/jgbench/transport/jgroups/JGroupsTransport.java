package io.jgbench.transport.jgroups;

import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.transport.NetworkUse;
import io.jgbench.transport.Transport;
import io.jgbench.transport.TransportContext;
import io.jgbench.transport.TransportException;
import io.jgbench.transport.TransportListener;
import io.jgbench.transport.TransportOptions;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.View;
import org.jgroups.logging.LogFactory;
import org.jgroups.protocols.Fragmentation;

/**
 * JGroups with any protocol stack. Messages are ordinary multicasts and unicasts of JGroups: reliable, and in order for
 * each sender.
 *
 * <p>Where the members are planned, they bind and find each other as planned, whatever the stack says; see
 * {@link StackPlan}. Option {@code diagnostics} ({@code true} or {@code false}, the default): whether JGroups'
 * diagnostics socket is open.
 */
public final class JGroupsTransport implements Transport {
    private static final String DIAGNOSTICS = "diagnostics";

    /** Held, as the JDK forgets the level of a logger that nobody holds. */
    private final Logger jgroupsLog = Logger.getLogger("org.jgroups");

    private String stackName = "";
    private JChannel channel;
    private ChannelReceiver delivery;
    private MemberAddresses addresses;
    private ViewAnnouncer views;
    private StackCounters counters;
    private StackFraming framing;
    private CreditWatch credits;
    private DigestRehearsal digests;
    private MissedByPair missed;

    /** Found by {@link java.util.ServiceLoader}. */
    public JGroupsTransport() {
        // JGroups would take SLF4J, which has no binding here, and what it warns of would be lost.
        LogFactory.useJdkLogger(true);
        jgroupsLog.setLevel(Level.WARNING);
    }

    @Override
    public String name() {
        return "jgroups";
    }

    @Override
    public boolean reliable() {
        return true;
    }

    @Override
    public void check(TransportSpec spec, int messageSizeBytes) {
        diagnostics(spec);
        Stack stack = stack(spec);
        try (JChannel unconnected = ChannelFactory.create(stack, StackPlan.loopback())) {
            int largest =
                    unconnected.getProtocolStack().getTransport().getBundler().getMaxSize();
            boolean fragments = unconnected.getProtocolStack().findProtocol(Fragmentation.class) != null;
            if (!fragments && messageSizeBytes > largest) {
                throw new IllegalArgumentException("messageSize must be at most " + largest + " bytes with stack "
                        + stack.name() + ", as it has no protocol for fragmentation such as FRAG2 and its bundler's "
                        + "max_size is " + largest + ", got: " + messageSizeBytes);
            }
        }
    }

    @Override
    public NetworkUse networkUse(TransportSpec spec, long messageBytes) {
        return StackNetworkUse.of(stack(spec));
    }

    @Override
    public void open(TransportContext context, TransportListener listener) throws TransportException {
        Stack stack = stack(context.spec());
        boolean diagnostics = diagnostics(context.spec());
        StackPlan plan = context.peers().isEmpty()
                ? StackPlan.unplanned(diagnostics)
                : new StackPlan(
                        diagnostics,
                        context.self(),
                        context.peers(),
                        context.multicast(),
                        stack.window(),
                        context.groupKey());
        stackName = stack.name();
        try {
            channel = ChannelFactory.create(stack, plan);
        } catch (IllegalArgumentException e) {
            throw new TransportException(e.getMessage(), e);
        }
        try {
            connect(context, listener);
        } catch (Exception e) {
            close();
            throw new TransportException(
                    "cannot start stack " + stackName + place(context) + ": " + StackDiagnosis.rootMessage(e), e);
        }
    }

    private void connect(TransportContext context, TransportListener listener) throws Exception {
        views = new ViewAnnouncer(channel, context.peers(), listener);
        addresses = new MemberAddresses(context.peers());
        delivery = new ChannelReceiver(listener, view -> {
            addresses.viewAccepted(view);
            views.viewAccepted(view);
        });
        counters = new StackCounters(channel.getProtocolStack().getProtocols());
        // The first view is the join, not a change.
        counters.add(Counters.VIEW_CHANGES, () -> Math.max(0, views.views() - 1));
        framing = new StackFraming(channel, context.clusterName().getBytes(StandardCharsets.US_ASCII));
        context.self().ifPresent(self -> channel.addAddressGenerator(() -> MemberAddress.create(self)));
        channel.setName(context.memberName());
        channel.setReceiver(delivery);
        channel.connect(context.clusterName());
        Function<Address, String> names = address -> MemberAddress.index(address)
                .filter(index -> index < context.peers().size())
                .map(index -> context.peers().get(index).name())
                .orElseGet(address::toString);
        credits = new CreditWatch(channel.getProtocolStack().getProtocols(), names);
        digests = new DigestRehearsal(channel.getProtocolStack().getProtocols());
        missed = new MissedByPair(channel.getProtocolStack().getProtocols(), names);
    }

    private static String place(TransportContext context) {
        return context.self()
                .map(self -> " at " + self.host() + ":" + self.port())
                .orElse("");
    }

    /**
     * {@inheritDoc}
     *
     * <p>The bytes are copied, once: JGroups keeps a message until all members have it, and sends it again from there.
     */
    @Override
    public void send(byte[] buffer, int offset, int length) throws TransportException {
        byte[] kept = Arrays.copyOfRange(buffer, offset, offset + length);
        send(new BytesMessage(null, kept, 0, length));
    }

    /**
     * {@inheritDoc}
     *
     * <p>Copies the head alone, so that what JGroups keeps of a message is small, as in JGroups' own MPerf, whose
     * messages share one payload.
     */
    @Override
    public void sendSharingBody(byte[] buffer, int offset, int length) throws TransportException {
        if (length < HEAD_BYTES) {
            send(buffer, offset, length);
        } else {
            send(new SharedBodyMessage(buffer, offset, length));
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>An ordinary unicast of JGroups, as its own RPCs are: reliable, in order, under flow control, bundled with
     * others. The bytes are copied, once, as by {@link #send}.
     */
    @Override
    public void sendTo(int member, byte[] buffer, int offset, int length) throws TransportException {
        sendTo(member, new BytesMessage(null, Arrays.copyOfRange(buffer, offset, offset + length), 0, length));
    }

    /**
     * {@inheritDoc}
     *
     * <p>Not blocked by {@code UFC}, nor by a full queue of the bundler.
     */
    @Override
    public void sendToUnpaced(int member, byte[] buffer, int offset, int length) throws TransportException {
        var message = new BytesMessage(null, Arrays.copyOfRange(buffer, offset, offset + length), 0, length);
        message.setFlag(Message.Flag.NO_FC).setFlag(Message.TransientFlag.DONT_BLOCK);
        sendTo(member, message);
    }

    private void sendTo(int member, Message message) throws TransportException {
        Address destination = addresses.of(member);
        if (destination == null) {
            throw new TransportException("cannot send over stack " + stackName + ": there is no member " + member);
        }
        send(message.setDest(destination));
    }

    private void send(Message message) throws TransportException {
        try {
            channel.send(message);
        } catch (Exception e) {
            throw new TransportException(
                    "cannot send over stack " + stackName + ": " + StackDiagnosis.rootMessage(e), e);
        }
    }

    @Override
    public void rehearse() {
        credits.rehearse();
        digests.begin();
    }

    @Override
    public void endRehearsal() {
        credits.endRehearsal();
        digests.close();
    }

    @Override
    public Framing framing(int messageSizeBytes) {
        return framing.of(messageSizeBytes);
    }

    @Override
    public Map<String, Long> counters() {
        Map<String, Long> all = new TreeMap<>();
        momentaryCounters().forEach((name, value) -> all.put(name, value.getAsLong()));
        View view = channel.getView();
        if (view != null) { // as it is once the channel is closed
            all.putAll(missed.read(channel.getAddress(), view.getMembers()));
        }
        return all;
    }

    /** Without the losses of each pair of members, which are read by reflection. */
    @Override
    public Map<String, LongSupplier> momentaryCounters() {
        Map<String, LongSupplier> all = new HashMap<>(counters.all());
        View view = channel.getView();
        if (view != null) {
            all.putAll(credits.all(view.getMembers()));
        }
        return all;
    }

    @Override
    public Optional<InetAddress> bindAddress() {
        // a transport protocol within one process is bound to nothing
        return Optional.ofNullable(channel.getProtocolStack().getTransport().getBindAddress());
    }

    @Override
    public Map<String, String> facts() {
        return StackFacts.of(channel, stackName);
    }

    @Override
    public void close() {
        if (credits != null) {
            credits.close();
        }
        if (digests != null) {
            digests.close();
        }
        if (views != null) {
            views.close();
        }
        if (channel != null) {
            channel.close();
        }
        if (delivery != null) {
            delivery.close();
        }
    }

    private static Stack stack(TransportSpec spec) {
        return spec.stack()
                .orElseThrow(() -> new IllegalArgumentException(
                        "transport jgroups needs a stack, for instance stack: {name: udp}"));
    }

    private static boolean diagnostics(TransportSpec spec) {
        return new TransportOptions("jgroups", spec.options(), DIAGNOSTICS).flag(DIAGNOSTICS, false);
    }
}
