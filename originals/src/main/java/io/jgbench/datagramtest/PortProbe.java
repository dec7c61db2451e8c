package io.jgbench.datagramtest;

import io.jgbench.datagram.UnreachableSink.Cause;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Finds addresses at which nothing listens, or to which there is no way. Their host answers a packet with ICMP's "port
 * unreachable", a router with "host unreachable", which only a connected socket receives. A socket that publishes to
 * several targets is not connected. Such answers are rate-limited, so hosts are asked before packets stream. A host
 * that does not answer may still have no listener. A listener ignores packets that are smaller than a header.
 */
final class PortProbe {
    private static final long POLL_NANOS = Duration.ofMillis(10).toNanos();

    private final InetAddress local;

    /** Asks from an address of this host. */
    PortProbe(InetAddress local) {
        this.local = local;
    }

    /**
     * Those of the addresses of which a host or the network says within a time that nothing can be sent there; a packet
     * of a byte goes to all.
     */
    Map<InetSocketAddress, Cause> refused(List<InetSocketAddress> addresses, Duration patience) throws IOException {
        Map<InetSocketAddress, Cause> refused = new LinkedHashMap<>();
        List<Asked> open = new ArrayList<>();
        try {
            for (InetSocketAddress address : addresses) {
                open.add(new Asked(address, open()));
                open.getLast().ask().ifPresent(cause -> refused.put(address, cause));
            }
            long began = System.nanoTime();
            while (System.nanoTime() - began < patience.toNanos() && refused.size() < addresses.size()) {
                for (Asked asked : open) {
                    if (!refused.containsKey(asked.address)) {
                        asked.hear().ifPresent(cause -> refused.put(asked.address, cause));
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

    private DatagramChannel open() throws IOException {
        DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET);
        try {
            channel.bind(new InetSocketAddress(local, 0));
            channel.configureBlocking(false);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private record Asked(InetSocketAddress address, DatagramChannel channel) {

        Optional<Cause> ask() {
            return answer(() -> {
                channel.connect(address);
                return channel.write(ByteBuffer.allocate(1));
            });
        }

        Optional<Cause> hear() {
            return answer(() -> channel.read(ByteBuffer.allocate(1)));
        }

        private static Optional<Cause> answer(Call call) {
            try {
                int ignored = call.bytes();
                return Optional.empty();
            } catch (PortUnreachableException _) {
                return Optional.of(Cause.PORT);
            } catch (IOException _) {
                return Optional.of(Cause.HOST);
            }
        }
    }

    private interface Call {
        int bytes() throws IOException;
    }
}
