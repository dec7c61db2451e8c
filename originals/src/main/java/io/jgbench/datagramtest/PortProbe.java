package io.jgbench.datagramtest;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Finds addresses at which nothing listens. Their host answers a packet with ICMP's "port unreachable", of which a
 * socket hears that is connected; one that publishes to several is not. Hosts answer so only now and then, so that it
 * must be asked before packets stream, and one that does not answer may still have no listener. A listener passes over
 * what is smaller than a header.
 */
final class PortProbe {
    private static final long POLL_NANOS = Duration.ofMillis(10).toNanos();

    private final InetAddress local;

    /** Asks from an address of this host. */
    PortProbe(InetAddress local) {
        this.local = local;
    }

    /**
     * Those of the addresses whose hosts say within a time that nothing listens there; a packet of a byte goes to all.
     */
    List<InetSocketAddress> refused(List<InetSocketAddress> addresses, Duration patience) throws IOException {
        List<InetSocketAddress> refused = new ArrayList<>();
        List<Asked> open = new ArrayList<>();
        try {
            for (InetSocketAddress address : addresses) {
                open.add(new Asked(address, ask(address)));
            }
            long began = System.nanoTime();
            while (System.nanoTime() - began < patience.toNanos() && refused.size() < addresses.size()) {
                for (Asked asked : open) {
                    if (!refused.contains(asked.address) && asked.isRefused()) {
                        refused.add(asked.address);
                    }
                }
                LockSupport.parkNanos(this, POLL_NANOS);
            }
        } finally {
            for (Asked asked : open) {
                asked.channel.close();
            }
        }
        return refused;
    }

    private DatagramChannel ask(InetSocketAddress address) throws IOException {
        DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET);
        try {
            channel.bind(new InetSocketAddress(local, 0));
            channel.connect(address);
            channel.configureBlocking(false);
            int ignored = channel.write(ByteBuffer.allocate(1));
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private record Asked(InetSocketAddress address, DatagramChannel channel) {

        boolean isRefused() throws IOException {
            try {
                int ignored = channel.read(ByteBuffer.allocate(1));
                return false;
            } catch (PortUnreachableException _) {
                return true;
            }
        }
    }
}
