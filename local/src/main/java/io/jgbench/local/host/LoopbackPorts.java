package io.jgbench.local.host;

import io.jgbench.transport.TransportContext.MulticastGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Ports on the loopback address for members that share it. Below the range from which Linux serves outgoing
 * connections, blocks of {@value #BLOCK_PORTS} ports are given to runs. A run holds the last port of its blocks open,
 * so that no other run takes them; the kernel lets go of it when the run's process ends.
 *
 * <p>A block serves {@value #MEMBERS_PER_BLOCK} members: JGroups' FD_SOCK2 listens {@code 100} ports above the port of
 * its member, or at one of the three next ones.
 */
final class LoopbackPorts implements AutoCloseable {

    static final int BLOCK_PORTS = 256;
    static final int MEMBERS_PER_BLOCK = 100;

    private static final int FIRST_PORT = 20_224;
    private static final int BLOCKS = 48;
    private static final int FD_SOCK_OFFSET = 100;
    private static final int CLAIM_OFFSET = BLOCK_PORTS - 1;
    private static final int MULTICAST_OFFSET = BLOCK_PORTS - 2;

    private final InetAddress address;
    private final PortPlan plan;
    private final List<ServerSocket> claims;

    private LoopbackPorts(InetAddress address, PortPlan plan, List<ServerSocket> claims) {
        this.address = address;
        this.plan = plan;
        this.claims = List.copyOf(claims);
    }

    /**
     * Claims free ports.
     *
     * @param firstBlock where to begin to look; any number
     */
    static LoopbackPorts free(InetAddress address, int members, int firstBlock) throws HostsUnavailableException {
        int needed = (members + MEMBERS_PER_BLOCK - 1) / MEMBERS_PER_BLOCK;
        for (int i = 0; i < BLOCKS; i++) {
            int block = Math.floorMod(firstBlock + i, BLOCKS);
            if (block + needed > BLOCKS) {
                continue;
            }
            var claims = claim(address, block, needed);
            int first = FIRST_PORT + block * BLOCK_PORTS;
            var ports = ports(first, members);
            if (claims.size() == needed && ports.stream().allMatch(port -> isFree(address, port))) {
                return new LoopbackPorts(address, plan(ports, block), claims);
            }
            close(claims);
        }
        throw new HostsUnavailableException("no " + members + " members' ports are free on " + address.getHostAddress()
                + " between " + FIRST_PORT + " and " + (FIRST_PORT + BLOCKS * BLOCK_PORTS - 1)
                + ": end other runs or name a free port as bindPort");
    }

    /** Takes the ports that the user wants; a block is claimed only for the multicast group. */
    static LoopbackPorts fixed(InetAddress address, int members, int bindPort, int firstBlock)
            throws HostsUnavailableException {
        var ports = ports(bindPort, members);
        int last = ports.getLast();
        if (last > 65_535) {
            throw new HostsUnavailableException("bindPort " + bindPort + " leaves no room for " + members
                    + " members, whose ports would reach " + last + ": choose one of at most "
                    + (65_535 - (last - bindPort)));
        }
        for (int port : ports) {
            if (!bindable(address, port)) {
                throw new HostsUnavailableException("port " + port + " of " + address.getHostAddress()
                        + " is in use, and bindPort " + bindPort + " with " + members + " members needs ports "
                        + bindPort + " to " + last + ": end what uses it or choose another bindPort");
            }
        }
        var group = free(address, 1, firstBlock);
        return new LoopbackPorts(address, new PortPlan(ports, group.plan.multicast()), group.claims);
    }

    PortPlan plan() {
        return plan;
    }

    @Override
    public void close() {
        close(claims);
    }

    @Override
    public String toString() {
        return address.getHostAddress() + " " + plan;
    }

    private static PortPlan plan(List<Integer> ports, int block) {
        int multicastPort = FIRST_PORT + block * BLOCK_PORTS + MULTICAST_OFFSET;
        return new PortPlan(ports, new MulticastGroup("239.255.77." + (block + 1), multicastPort));
    }

    private static List<Integer> ports(int first, int members) {
        return IntStream.range(0, members)
                .mapToObj(i -> first + i / MEMBERS_PER_BLOCK * BLOCK_PORTS + i % MEMBERS_PER_BLOCK)
                .toList();
    }

    private static List<ServerSocket> claim(InetAddress address, int block, int needed) {
        var claims = new ArrayList<ServerSocket>();
        for (int i = block; i < block + needed; i++) {
            try {
                claims.add(listen(address, FIRST_PORT + i * BLOCK_PORTS + CLAIM_OFFSET));
            } catch (IOException e) {
                // another run holds this block
                break;
            }
        }
        return claims;
    }

    private static boolean isFree(InetAddress address, int port) {
        return bindable(address, port) && bindable(address, port + FD_SOCK_OFFSET);
    }

    private static boolean bindable(InetAddress address, int port) {
        try (var tcp = listen(address, port);
                var udp = new DatagramSocket(port, address)) {
            return tcp.isBound() && udp.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    private static ServerSocket listen(InetAddress address, int port) throws IOException {
        var socket = new ServerSocket();
        try {
            socket.bind(new InetSocketAddress(address, port), 1);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static void close(List<ServerSocket> sockets) {
        for (var socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
