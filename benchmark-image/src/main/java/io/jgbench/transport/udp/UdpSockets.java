package io.jgbench.transport.udp;

import io.jgbench.coordination.protocol.Peer;
import io.jgbench.transport.TransportContext;
import io.jgbench.transport.TransportContext.MulticastGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.List;

/**
 * The sockets of a member: one to send from, at the member's own port, and one to receive, which is the same for
 * unicast, and bound to the group for multicast, so that datagrams to other groups at the same port stay out.
 *
 * @param send where datagrams are sent from
 * @param receive where they are received
 * @param targets where each is sent: the group, or every member
 */
record UdpSockets(DatagramChannel send, DatagramChannel receive, List<InetSocketAddress> targets)
        implements AutoCloseable {

    /** Opens them; all or none. */
    static UdpSockets open(TransportContext context, UdpSettings settings) throws IOException {
        return settings.multicast() ? multicast(context, settings) : unicast(context, settings);
    }

    private static UdpSockets unicast(TransportContext context, UdpSettings settings) throws IOException {
        InetSocketAddress self = local(context, settings);
        List<InetSocketAddress> targets = context.peers().stream()
                .map(peer -> address(peer.host(), peer.port()))
                .toList();
        DatagramChannel channel = bind(self, settings);
        return new UdpSockets(channel, channel, targets);
    }

    private static UdpSockets multicast(TransportContext context, UdpSettings settings) throws IOException {
        MulticastGroup planned = context.multicast()
                .orElseGet(() -> new MulticastGroup(settings.multicastAddress(), settings.multicastPort()));
        InetSocketAddress group = address(planned.address(), planned.port());
        InetSocketAddress self = local(context, settings);
        NetworkInterface networkInterface = NetworkInterface.getByInetAddress(self.getAddress());
        if (networkInterface == null) {
            throw new SocketException("no interface has the address " + self.getHostString());
        }
        DatagramChannel send = bind(self, settings);
        try {
            send.setOption(StandardSocketOptions.IP_MULTICAST_IF, networkInterface);
            send.setOption(StandardSocketOptions.IP_MULTICAST_TTL, settings.ttl());
            // The member's own messages come back by this, as do those of others on the same host.
            send.setOption(StandardSocketOptions.IP_MULTICAST_LOOP, true);
            send.connect(group);
            DatagramChannel receive = joined(group, networkInterface, settings);
            return new UdpSockets(send, receive, List.of(group));
        } catch (IOException | RuntimeException e) {
            send.close();
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
            return address(self.host(), self.port());
        }
        String host = settings.bindAddress().orElse(InetAddress.getLocalHost().getHostAddress());
        return address(host, context.spec().bindPort());
    }

    private static InetSocketAddress address(String host, int port) {
        return new InetSocketAddress(host, port);
    }

    /** Sends one datagram to all targets; blocks while the socket's buffer is full. */
    void send(ByteBuffer datagram) throws IOException {
        int start = datagram.position();
        for (InetSocketAddress target : targets) {
            datagram.position(start);
            if (send.isConnected()) {
                send.write(datagram);
            } else {
                send.send(datagram, target);
            }
        }
    }

    @Override
    public void close() throws IOException {
        send.close();
        receive.close();
    }
}
