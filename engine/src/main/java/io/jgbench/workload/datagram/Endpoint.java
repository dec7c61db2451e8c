package io.jgbench.workload.datagram;

import io.jgbench.coordination.spec.WorkloadSocket;
import io.jgbench.coordination.workload.datagram.DatagramReport.Socket;
import io.jgbench.coordination.workload.datagram.DatagramSpec;
import io.jgbench.datagram.Listener;
import io.jgbench.datagram.PacketSocket;
import io.jgbench.datagram.PacketSockets;
import io.jgbench.datagram.SocketPlan;
import io.jgbench.datagram.StreamListener;
import io.jgbench.datagram.Target;
import io.jgbench.workload.Deadline;
import io.jgbench.workload.WorkloadException;
import io.jgbench.workload.datagram.ControlMessage.Kind;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A member's end of the datagram traffic: its socket, its listener, and the addresses it publishes to.
 *
 * @param self the member's index
 * @param socket its socket
 * @param listener what receives on it; empty where nobody publishes to it
 * @param targets where those listen to whom it publishes, by their index
 * @param keys by which they know that a packet is meant
 */
record Endpoint(
        int self,
        PacketSocket socket,
        Optional<Listener> listener,
        Map<Integer, Target> targets,
        Map<Integer, Integer> keys) {
    private static final int IP_AND_UDP_BYTES = 28;

    /**
     * Opens the socket, tells the others where it is and waits to be told where theirs are.
     *
     * @throws WorkloadException if it cannot be bound, has not the buffers that were asked for, or somebody does not
     *     answer
     */
    static Endpoint open(DatagramSpec spec, List<String> hosts, int self, ControlChannel control, Deadline deadline)
            throws WorkloadException, InterruptedException {
        PacketSocket socket = socket(spec, new InetSocketAddress(hosts.get(self), port(spec, hosts, self)));
        Optional<Listener> listener = Optional.empty();
        try {
            List<Integer> sources = spec.sourcesOf(self, hosts.size());
            int key = ThreadLocalRandom.current().nextInt();
            if (!sources.isEmpty()) {
                listener = Optional.of(
                        new Listener(socket, key, spec.processBytes(), spec.rxTimeout(), StreamListener.NONE));
            }
            sources.forEach(source -> control.tell(
                    source,
                    Kind.LISTENING,
                    RoundNumbers.NONE,
                    socket.localAddress().getPort(),
                    key));
            Map<Integer, Target> targets = new TreeMap<>();
            Map<Integer, Integer> keys = new TreeMap<>();
            var told = control.await(
                    Kind.LISTENING,
                    RoundNumbers.NONE,
                    spec.targetsOf(self, hosts.size()),
                    deadline,
                    "where they listen");
            for (var target : told.entrySet()) {
                int port = (int) (long) target.getValue().getFirst();
                targets.put(target.getKey(), new Target(new InetSocketAddress(hosts.get(target.getKey()), port)));
                keys.put(target.getKey(), (int) (long) target.getValue().getLast());
            }
            return new Endpoint(self, socket, listener, targets, keys);
        } catch (IOException e) {
            close(socket, listener);
            throw new WorkloadException(e.getMessage(), e);
        } catch (WorkloadException | InterruptedException | RuntimeException e) {
            close(socket, listener);
            throw e;
        }
    }

    /** Members that share an address have one port after the other. */
    private static int port(DatagramSpec spec, List<String> hosts, int self) throws WorkloadException {
        Optional<WorkloadSocket> planned = spec.ownSocket();
        if (planned.isEmpty()) {
            return 0;
        }
        return planned.get()
                .portOf(hosts, self)
                .orElseThrow(() -> new WorkloadException("datagram.port " + spec.port() + " leaves no port for member "
                        + self + ", one of several at " + hosts.get(self) + ": choose a lower one"));
    }

    private static PacketSocket socket(DatagramSpec spec, InetSocketAddress local) throws WorkloadException {
        try {
            PacketSocket socket = PacketSockets.open(new SocketPlan(
                    local,
                    spec.packetBytes(),
                    spec.rxBufferPackets(),
                    spec.txBufferPackets(),
                    switch (spec.provider()) {
                        case AUTO -> SocketPlan.Provider.AUTO;
                        case SYSTEM -> SocketPlan.Provider.SYSTEM;
                        case CHANNEL -> SocketPlan.Provider.CHANNEL;
                    }));
            socket.dontFragment(spec.dontFragment());
            return socket;
        } catch (IOException e) {
            throw new WorkloadException(e.getMessage(), e);
        }
    }

    /** What the socket is, for the result. */
    Socket description() {
        return new Socket(
                socket.path(),
                socket.receiveBufferBytes(),
                socket.sendBufferBytes(),
                listener.map(Listener::received).orElse(0L),
                listener.map(Listener::pieces).orElse(0L),
                socket.filtered());
    }

    /** The largest packet that the interface sends in one piece; empty where its MTU is not known. */
    Optional<Integer> fullPacketBytes() {
        try {
            var nic = NetworkInterface.getByInetAddress(socket.localAddress().getAddress());
            return Optional.ofNullable(nic == null ? null : nic.getMTU())
                    .map(mtu -> Math.min(mtu - IP_AND_UDP_BYTES, PacketSocket.MAX_PACKET_BYTES));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    void close() {
        close(socket, listener);
    }

    private static void close(PacketSocket socket, Optional<Listener> listener) {
        listener.ifPresent(Listener::close);
        socket.close();
    }
}
