package io.jgbench.datagramtest;

import io.jgbench.datagram.Destination;
import io.jgbench.datagram.Listener;
import io.jgbench.datagram.Load;
import io.jgbench.datagram.PacketSocket;
import io.jgbench.datagram.PacketSockets;
import io.jgbench.datagram.Publisher;
import io.jgbench.datagram.SocketPlan;
import io.jgbench.datagram.Target;
import io.jgbench.datagram.UnreachableSink;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** One instance of the test: a listener, and where there are peers a publisher, on one socket. */
public final class DatagramTest {
    /** By which instances know each other's packets: "JGDG". */
    private static final int KEY = 0x4A474447;

    /** Who listens is told the end so often, as packets may be lost; if all are, silence closes the connection. */
    private static final int ENDS = 10;

    private static final long BETWEEN_ENDS_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** A host that a packet reaches refuses it at once. */
    private static final Duration PEERS_REFUSE = Duration.ofMillis(200);

    private static final Duration FOREVER = Duration.ofDays(36_500);

    private final DatagramTestConfig config;
    private final TestOutput output;

    /** An instance that was not started. */
    public DatagramTest(DatagramTestConfig config, PrintWriter out) {
        this.config = config;
        this.output = new TestOutput(out);
    }

    /**
     * Listens, and publishes where there are peers. Without peers, or without an end of publishing, it returns only
     * when it is interrupted; else when all is published and nobody publishes to it any more.
     *
     * @throws IOException if the address cannot be bound, the buffers are not granted, or the socket fails
     */
    public void run() throws IOException, InterruptedException {
        try (PacketSocket socket = PacketSockets.open(new SocketPlan(
                        config.local(),
                        config.packetBytes(),
                        config.rxBufferPackets(),
                        config.txBufferPackets(),
                        config.provider()));
                ReportLog log = ReportLog.to(config.log(), output, InstantSource.system())) {
            output.lines(TestLines.listener(config, socket.localAddress()));
            var listening = new AtomicReference<Listener>();
            var reception =
                    new Reception(config, output, log, stream -> listening.get().setAside(stream));
            try (var listener = new Listener(socket, KEY, config.processBytes(), config.rxTimeout(), reception)) {
                listening.set(listener);
                if (config.peers().isEmpty()) {
                    awaitEnd(listener);
                } else {
                    publish(socket, listener, reception);
                }
            }
        }
    }

    private static void awaitEnd(Listener listener) throws IOException, InterruptedException {
        try {
            listener.over().get();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e);
        }
    }

    private void publish(PacketSocket socket, Listener listener, Reception reception)
            throws IOException, InterruptedException {
        List<Target> targets = new ArrayList<>();
        for (InetSocketAddress peer : config.peers()) {
            targets.add(new Target(peer));
        }
        if (config.polite()) {
            output.lines(List.of("-- polite: publishing begins with the first packet from another instance"));
            reception.first().await();
        }
        output.lines(TestLines.publisher(config, socket.localAddress(), config.peers()));
        Set<InetSocketAddress> refused =
                tellWhatIsInTheWay(socket.localAddress().getAddress(), targets);
        int stream = ThreadLocalRandom.current().nextInt();
        List<Destination> destinations = targets.stream()
                .map(target -> new Destination(target, KEY, stream))
                .toList();
        var publisher = new Publisher(socket, config.sentPacketBytes(), config.processBytes());
        var transmission = new Transmission(config, output, destinations);
        socket.tellUnreachable(new UnreachableListeners(output, targets.size(), refused));
        publisher.publish(
                new Load(
                        config.txBytesPerSecond(),
                        config.txIterations().orElse(Long.MAX_VALUE),
                        config.txDuration().orElse(FOREVER)),
                destinations,
                transmission);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        // before the time that telling the end takes
        transmission.reportWhatIsLeft();
        // a listener may end with the first of these
        socket.tellUnreachable(UnreachableSink.NONE);
        for (int i = 0; i < ENDS; i++) {
            for (Destination destination : destinations) {
                publisher.end(destination);
            }
            LockSupport.parkNanos(BETWEEN_ENDS_NANOS);
        }
        awaitIdle(listener, reception);
    }

    /** What a publisher would not notice by itself, as nobody answers packets. */
    private Set<InetSocketAddress> tellWhatIsInTheWay(InetAddress local, List<Target> targets) throws IOException {
        NetworkInterface nic = NetworkInterface.getByInetAddress(local);
        if (nic != null) {
            output.lines(TestLines.fragmented(config.sentPacketBytes(), nic.getName(), nic.getMTU()));
        }
        // a peer's name may lead to an address of IPv6 first, and packets go to that of IPv4
        List<InetSocketAddress> peers = targets.stream().map(Target::address).toList();
        Map<InetSocketAddress, UnreachableSink.Cause> refused = new PortProbe(local).refused(peers, PEERS_REFUSE);
        refused.forEach((peer, cause) -> output.lines(List.of(TestLines.refused(peer, cause))));
        return refused.keySet();
    }

    /** Keeps listening as long as other instances publish to this one. */
    private void awaitIdle(Listener listener, Reception reception) throws IOException, InterruptedException {
        while (!reception.idle()) {
            try {
                listener.over().get(config.rxTimeout().toMillis(), TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException _) {
                // still receiving, or silent for less than the timeout
            } catch (ExecutionException e) {
                throw new IOException(e.getCause().getMessage(), e);
            }
        }
    }
}
