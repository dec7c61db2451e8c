package io.jgbench.transport.tcp;

import io.jgbench.coordination.protocol.Peer;
import io.jgbench.transport.TransportContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Who connects to whom: of two members the one that comes later in the list connects to the earlier one, so that there
 * is one connection between any two.
 *
 * @param places where each member listens
 * @param self this member's place in the list
 * @param acceptor listens there
 */
record Mesh(List<InetSocketAddress> places, int self, Acceptor acceptor) {
    /** Room for strangers beside all members, who may connect at the same time. */
    private static final int STRANGERS = 32;

    /** Finds this member's place and listens there. */
    static Mesh listen(TransportContext context, TcpSettings settings) throws IOException {
        if (!context.peers().isEmpty()) {
            List<InetSocketAddress> places = new ArrayList<>();
            for (Peer peer : context.peers()) {
                places.add(resolved("the address of " + peer.name(), peer.host(), peer.port()));
            }
            int self = IntStream.range(0, places.size())
                    .filter(i -> context.peers().get(i).name().equals(context.memberName()))
                    .findFirst()
                    .orElseThrow(() -> new IOException(context.memberName() + " is not among the planned members"));
            return new Mesh(places, self, acceptor(places, self, settings));
        }
        if (settings.initialHosts().isEmpty()) {
            throw new IOException("without planned members it needs option initial_hosts: host[port],host[port],...");
        }
        List<InetSocketAddress> places = new ArrayList<>();
        for (InetSocketAddress host : settings.initialHosts()) {
            places.add(resolved("each host of initial_hosts", host.getHostString(), host.getPort()));
        }
        return firstFree(places, settings);
    }

    /** A wait for an unknown host would never end. */
    private static InetSocketAddress resolved(String what, String host, int port) throws IOException {
        var address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new IOException(what + " must be an address or a name that is known, got: " + host);
        }
        return address;
    }

    /** Members on one host may share the list: each takes the first place of this host that is still free. */
    private static Mesh firstFree(List<InetSocketAddress> places, TcpSettings settings) throws IOException {
        IOException last = new IOException("none of initial_hosts is an address of this host: " + places);
        for (int i = 0; i < places.size(); i++) {
            InetAddress address = places.get(i).getAddress();
            if (NetworkInterface.getByInetAddress(address) != null) {
                try {
                    return new Mesh(places, i, acceptor(places, i, settings));
                } catch (IOException e) {
                    last = new IOException("no place of initial_hosts on this host is free: " + e.getMessage(), e);
                }
            }
        }
        throw last;
    }

    private static Acceptor acceptor(List<InetSocketAddress> places, int self, TcpSettings settings)
            throws IOException {
        return new Acceptor(places.get(self), settings, places.size() + STRANGERS);
    }

    /** How many members the list has. */
    int size() {
        return places.size();
    }
}
