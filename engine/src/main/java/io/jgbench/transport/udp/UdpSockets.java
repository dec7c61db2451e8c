package io.jgbench.transport.udp;

import io.jgbench.coordination.protocol.Peer;
import io.jgbench.transport.OwnAddress;
import io.jgbench.transport.TransportContext;
import io.jgbench.transport.TransportContext.MulticastGroup;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * The sockets of a member. The socket at the member's own port receives unicasts and sends them. For multicast there
 * are two more. One sends and is connected to the group, so that the kernel need not look up the route each time. One
 * receives and is bound to the group, so that datagrams to other groups at the same port stay out. For unicast all
 * three are the same.
 *
 * @param send where datagrams to all are sent from
 * @param receive where datagrams to all are received
 * @param direct where datagrams to one are sent from and received
 * @param targets where each datagram to all is sent: the group, or every member
 * @param members where each member takes what is sent to it alone; empty where members are not planned
 */
record UdpSockets(
        DatagramChannel send,
        DatagramChannel receive,
        DatagramChannel direct,
        List<InetSocketAddress> targets,
        List<InetSocketAddress> members)
        implements AutoCloseable {

    /** Opens them; all or none. */
    static UdpSockets open(TransportContext context, UdpSettings settings) throws IOException {
        return settings.multicast() ? multicast(context, settings) : unicast(context, settings);
    }

    private static UdpSockets unicast(TransportContext context, UdpSettings settings) throws IOException {
        InetSocketAddress self = local(context, settings);
        List<InetSocketAddress> members = members(context);
        DatagramChannel channel = bind(self, settings);
        return new UdpSockets(channel, channel, channel, members, members);
    }

    private static List<InetSocketAddress> members(TransportContext context) throws IOException {
        List<InetSocketAddress> members = new ArrayList<>();
        for (Peer peer : context.peers()) {
            members.add(address("the address of " + peer.name(), peer.host(), peer.port()));
        }
        return List.copyOf(members);
    }

    private static UdpSockets multicast(TransportContext context, UdpSettings settings) throws IOException {
        MulticastGroup planned = context.multicast()
                .orElseGet(() -> new MulticastGroup(settings.multicastAddress(), settings.multicastPort()));
        InetSocketAddress group = address("multicastAddress", planned.address(), planned.port());
        if (!group.getAddress().isMulticastAddress()) {
            throw new IOException(
                    "multicastAddress must be a multicast address such as 239.8.8.8, got: " + planned.address());
        }
        InetSocketAddress self = local(context, settings);
        NetworkInterface networkInterface = NetworkInterface.getByInetAddress(self.getAddress());
        if (networkInterface == null) {
            throw new SocketException("no interface has the address " + self.getHostString());
        }
        List<InetSocketAddress> members = members(context);
        DatagramChannel direct = bind(self, settings);
        DatagramChannel send = null;
        try {
            send = bind(new InetSocketAddress(self.getAddress(), 0), settings);
            send.setOption(StandardSocketOptions.IP_MULTICAST_IF, networkInterface);
            send.setOption(StandardSocketOptions.IP_MULTICAST_TTL, settings.ttl());
            // The member's own messages come back by this, as do those of others on the same host.
            send.setOption(StandardSocketOptions.IP_MULTICAST_LOOP, true);
            send.connect(group);
            DatagramChannel receive = joined(group, networkInterface, settings);
            return new UdpSockets(send, receive, direct, List.of(group), members);
        } catch (IOException | RuntimeException e) {
            direct.close();
            if (send != null) {
                send.close();
            }
            throw e;
        }
    }

    private static DatagramChannel joined(InetSocketAddress group, NetworkInterface on, UdpSettings settings)
            throws IOException {
        DatagramChannel receive = DatagramChannel.open(StandardProtocolFamily.INET);
        try {
            receive.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            receive.setOption(StandardSocketOptions.SO_RCVBUF, settings.receiveBufferBytes());
            receive.bind(group);
            receive.join(group.getAddress(), on);
            return receive;
        } catch (IOException | RuntimeException e) {
            receive.close();
            throw e;
        }
    }

    private static DatagramChannel bind(InetSocketAddress self, UdpSettings settings) throws IOException {
        DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET);
        try {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, settings.sendBufferBytes());
            channel.setOption(StandardSocketOptions.SO_RCVBUF, settings.receiveBufferBytes());
            channel.bind(self);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static InetSocketAddress local(TransportContext context, UdpSettings settings) throws IOException {
        Peer self = context.self().orElse(null);
        if (self != null) {
            return address("this member's address", self.host(), self.port());
        }
        int port = context.spec().bindPort();
        return settings.bindAddress().isPresent()
                ? address("bindAddress", settings.bindAddress().get(), port)
                : new InetSocketAddress(OwnAddress.find(), port);
    }

    /** The sockets support only IPv4, and do not report another address as an error. */
    private static InetSocketAddress address(String what, String host, int port) throws IOException {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.getAddress() instanceof Inet4Address) {
            return address;
        }
        throw new IOException(what + " must be an IPv4 address or the name of a host, got: " + host
                + (address.isUnresolved() ? ", which is not known" : ", which is an IPv6 address"));
    }

    /**
     * Sends one datagram to all targets; blocks while the socket's buffer is full.
     *
     * @throws IOException if it could not be sent to one of them; the others have got it
     */
    void send(ByteBuffer datagram) throws IOException {
        int start = datagram.position();
        IOException refused = null;
        for (InetSocketAddress target : targets) {
            datagram.position(start);
            try {
                if (send.isConnected()) {
                    send.write(datagram);
                } else {
                    send.send(datagram, target);
                }
            } catch (IOException e) {
                refused = e;
            }
        }
        if (refused != null) {
            throw refused;
        }
    }

    /** Sends one datagram to one member, by its index; blocks while the socket's buffer is full. */
    void sendTo(int member, ByteBuffer datagram) throws IOException {
        direct.send(datagram, members.get(member));
    }

    /** The channels to receive from, one or two. */
    List<DatagramChannel> receivers() {
        return receive.equals(direct) ? List.of(direct) : List.of(receive, direct);
    }

    @Override
    public void close() throws IOException {
        send.close();
        receive.close();
        direct.close();
    }
}
