package io.jgbench.preflight;

import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.protocol.PreflightReport.Nic;
import io.jgbench.coordination.protocol.PreflightRequest;
import io.jgbench.transport.NetworkUse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ProtocolFamily;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jdk.net.ExtendedSocketOptions;

/**
 * The sockets of one member's pre-flight: those of its transport's own address and ports, and of the ports beside it.
 * What is sent by the transport's must not be fragmented, unless that is asked for.
 */
final class ProbeSockets implements AutoCloseable {
    /** The kernel grants what its limit allows; a burst of each other member at once needs less than this. */
    private static final int RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024;

    private static final int SEND_BUFFER_BYTES = 1024 * 1024;

    /** All other members may connect at the same time. */
    private static final int BACKLOG = 1024;

    /** As many as may greet a member of transport {@code tcp} at a time. */
    static final int ACCEPTED_AT_ONCE = 32;

    private final Selector selector;
    private final InetAddress self;
    private final Optional<Nic> nic;
    private final DatagramChannel direct;

    /** Whether a socket of the workload may have its port: a transport without datagrams does not need it. */
    private final boolean mayShareDirect;

    /** Whether what is sent by it for a socket of the workload may be fragmented. */
    private boolean mayFragmentShared;

    private Optional<DatagramChannel> group = Optional.empty();
    private Optional<InetSocketAddress> groupAddress = Optional.empty();
    private final List<ServerSocketChannel> servers = new ArrayList<>();

    private ProbeSockets(InetSocketAddress self, NetworkUse use) throws IOException {
        this.self = self.getAddress();
        NetworkInterface own = NetworkInterface.getByInetAddress(this.self);
        this.nic = own == null ? Optional.empty() : Optional.of(new Nic(own.getName(), own.getMTU(), own.isLoopback()));
        this.selector = Selector.open();
        this.direct = DatagramChannel.open(family(this.self));
        this.mayShareDirect = !use.datagrams();
    }

    /**
     * Opens them; all or none.
     *
     * @throws IOException with one sentence that names the address that cannot be bound
     */
    static ProbeSockets open(PreflightRequest request, NetworkUse use) throws IOException {
        Peer peer = request.peers().get(request.self());
        InetSocketAddress self = address(peer);
        var sockets = new ProbeSockets(self, use);
        try {
            sockets.bind(self, request, use);
            return sockets;
        } catch (IOException | RuntimeException e) {
            sockets.close();
            throw new IOException(
                    "cannot open the sockets of the pre-flight at " + peer.host() + ":" + peer.port() + ": "
                            + e.getMessage(),
                    e);
        }
    }

    private void bind(InetSocketAddress address, PreflightRequest request, NetworkUse use) throws IOException {
        NetworkInterface own = NetworkInterface.getByInetAddress(self);
        direct.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER_BYTES);
        direct.setOption(StandardSocketOptions.SO_SNDBUF, SEND_BUFFER_BYTES);
        allowFragments(direct, false);
        if (use.datagrams() || use.connections() || use.multicastHops().isPresent()) {
            bindDatagrams(address, use, SidePorts.takenFromTransports(request).contains(request.self()));
            listen(direct);
        }
        var multicast = new InetSocketAddress(request.multicastAddress(), request.multicastPort());
        boolean isSameFamily =
                multicast.getAddress() != null && family(multicast.getAddress()).equals(family(self));
        if (use.multicastHops().isPresent() && own != null && isSameFamily) {
            direct.setOption(StandardSocketOptions.IP_MULTICAST_IF, own);
            direct.setOption(
                    StandardSocketOptions.IP_MULTICAST_TTL, use.multicastHops().getAsInt());
            // Others may be on the same host.
            direct.setOption(StandardSocketOptions.IP_MULTICAST_LOOP, true);
            var joined = DatagramChannel.open(family(self));
            group = Optional.of(joined);
            joined.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            joined.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER_BYTES);
            joined.bind(multicast);
            joined.join(multicast.getAddress(), own);
            listen(joined);
            groupAddress = Optional.of(multicast);
        }
        if (use.connections()) {
            listenForConnections(address);
        }
    }

    private void listenForConnections(InetSocketAddress address) throws IOException {
        var acceptor = ServerSocketChannel.open();
        try {
            acceptor.bind(address, BACKLOG);
            acceptor.configureBlocking(false);
            acceptor.register(selector, SelectionKey.OP_ACCEPT);
        } catch (IOException | RuntimeException e) {
            acceptor.close();
            throw e;
        }
        servers.add(acceptor);
    }

    /**
     * Takes connections at another port of the own address as well.
     *
     * @return false where that cannot be bound, as another program has it
     */
    boolean listenAt(int port) {
        try {
            listenForConnections(new InetSocketAddress(self, port));
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    /**
     * Opens another port of the own address for datagrams. A socket of the workload may have the number of the port at
     * which a transport without datagrams takes connections: one channel is for both then.
     *
     * @param dontFragment whether what is sent by it must not be fragmented
     * @return empty where it cannot be bound, as another program has it
     */
    Optional<DatagramChannel> datagramsAt(int port, boolean dontFragment) {
        try {
            var address = new InetSocketAddress(self, port);
            if (mayShareDirect && address.equals(direct.getLocalAddress())) {
                mayFragmentShared = !dontFragment;
                return Optional.of(direct);
            }
            return Optional.of(bound(address, dontFragment));
        } catch (IOException | UncheckedIOException _) {
            return Optional.empty();
        }
    }

    private DatagramChannel bound(InetSocketAddress address, boolean dontFragment) throws IOException {
        var channel = DatagramChannel.open(family(self));
        try {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER_BYTES);
            channel.setOption(StandardSocketOptions.SO_SNDBUF, SEND_BUFFER_BYTES);
            allowFragments(channel, !dontFragment);
            channel.bind(address);
            listen(channel);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * A transport without datagrams needs no port for them, which may be another program's: what is sent to it then is
     * not answered, as where a network lets no datagrams through.
     *
     * @param isOfWorkload whether another member's socket of the workload will have the port
     */
    private void bindDatagrams(InetSocketAddress address, NetworkUse use, boolean isOfWorkload) throws IOException {
        var any = new InetSocketAddress(self, 0);
        try {
            direct.bind(isOfWorkload && !use.datagrams() ? any : address);
        } catch (BindException e) {
            if (use.datagrams()) {
                throw e;
            }
            direct.bind(any);
        }
    }

    /** A platform without the option cuts what is too large. */
    private static void allowFragments(DatagramChannel channel, boolean allowed) {
        try {
            if (channel.supportedOptions().contains(ExtendedSocketOptions.IP_DONTFRAGMENT)) {
                channel.setOption(ExtendedSocketOptions.IP_DONTFRAGMENT, !allowed);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void listen(DatagramChannel channel) throws IOException {
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, channel);
    }

    private static ProtocolFamily family(InetAddress address) {
        return address instanceof Inet6Address ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET;
    }

    /** Where a member takes what is sent to it. */
    static InetSocketAddress address(Peer peer) throws IOException {
        var address = new InetSocketAddress(peer.host(), peer.port());
        if (address.isUnresolved()) {
            throw new IOException("the address of " + peer.name() + " is not known: " + peer.host());
        }
        return address;
    }

    Selector selector() {
        return selector;
    }

    /** The own address. */
    InetAddress self() {
        return self;
    }

    /** The interface that the own address belongs to. */
    Optional<Nic> nic() {
        return nic;
    }

    /** That of the own address. */
    IpVersion ipVersion() {
        return self instanceof Inet6Address ? IpVersion.V6 : IpVersion.V4;
    }

    /** What the headers of IP and UDP add to a packet. */
    int overheadBytes() {
        return ipVersion().overheadBytes();
    }

    /** The multicast group, where it is probed. */
    Optional<InetSocketAddress> groupAddress() {
        return groupAddress;
    }

    /** Whether this is the channel of what is sent to the group. */
    boolean isGroup(DatagramChannel channel) {
        return group.filter(channel::equals).isPresent();
    }

    /** Whether this is a channel of the transport's port or of its group. */
    boolean isOfTransport(DatagramChannel channel) {
        return channel.equals(direct) || isGroup(channel);
    }

    /** Sends one packet by the transport's own port. */
    ProbeSender.SendOutcome send(ByteBuffer packet, InetSocketAddress to) {
        return send(direct, packet, to);
    }

    /** Sends one packet for a socket of the workload by its channel. */
    ProbeSender.SendOutcome sendForWorkload(DatagramChannel channel, ByteBuffer packet, InetSocketAddress to) {
        return mayFragmentShared && channel.equals(direct) ? sendInFragments(packet, to) : send(channel, packet, to);
    }

    private static ProbeSender.SendOutcome send(DatagramChannel channel, ByteBuffer packet, InetSocketAddress to) {
        try {
            return channel.send(packet, to) > 0 ? ProbeSender.SendOutcome.SENT : ProbeSender.SendOutcome.NO_ROOM;
        } catch (IOException e) {
            // Java tells the kernel's errors by their texts only.
            String why = String.valueOf(e.getMessage());
            if (why.contains("Message too long")) {
                return ProbeSender.SendOutcome.TOO_LARGE;
            }
            return why.contains("No buffer space available")
                    ? ProbeSender.SendOutcome.NO_ROOM
                    : ProbeSender.SendOutcome.SENT;
        }
    }

    /** Sends one packet that the own kernel may cut. */
    ProbeSender.SendOutcome sendInFragments(ByteBuffer packet, InetSocketAddress to) {
        allowFragments(direct, true);
        try {
            return send(packet, to);
        } finally {
            allowFragments(direct, false);
        }
    }

    /**
     * Closes connections to the own ports: that they could be made is all that is tested. At most {@link
     * #ACCEPTED_AT_ONCE} at a time, so that packets are answered while strangers connect without end; nothing is read.
     * {@code PendingConnections} is for those whose peer has yet to prove who it is, which no connection here has to.
     *
     * @return how many
     */
    int hangUp() throws IOException {
        int closed = 0;
        for (var server : servers) {
            while (closed < ACCEPTED_AT_ONCE && hangUp(server)) {
                closed++;
            }
        }
        return closed;
    }

    private static boolean hangUp(ServerSocketChannel server) throws IOException {
        try (SocketChannel caller = server.accept()) {
            // No reset: it would fail the connect of a peer that has not looked at it yet.
            return caller != null;
        }
    }

    @Override
    public void close() throws IOException {
        for (var key : selector.keys()) {
            key.channel().close();
        }
        direct.close();
        if (group.isPresent()) {
            group.get().close();
        }
        for (var server : servers) {
            server.close();
        }
        // A channel is closed by its selector, if that has it registered.
        selector.close();
    }
}
