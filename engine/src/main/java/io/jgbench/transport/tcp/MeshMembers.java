package io.jgbench.transport.tcp;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.transport.TransportListener;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Connects the mesh, and tells the listener who is connected. */
final class MeshMembers implements AutoCloseable {
    private static final Duration RETRY = Duration.ofMillis(50);
    private static final Duration DRAIN = Duration.ofSeconds(5);

    private final Mesh mesh;
    private final TcpSettings settings;
    private final Handshake self;
    private final int key;
    private final SendRing ring;
    private final TransportListener listener;
    private final LongAdder strangers = new LongAdder();

    /** Live connections by the place of the other member. */
    @GuardedBy("this")
    private final TreeMap<Integer, Connection> connections = new TreeMap<>();

    /** All connections that ever were, for the counters and for closing. */
    @GuardedBy("this")
    private final List<Connection> all = new ArrayList<>();

    /** Sockets that are not connections yet. */
    @GuardedBy("this")
    private final List<SocketChannel> greeting = new ArrayList<>();

    /** The live connections by the place of the other member; replaced with each change. */
    private volatile Connection[] byPlace = {};

    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean closed;

    MeshMembers(Mesh mesh, TcpSettings settings, Handshake self, int key, SendRing ring, TransportListener listener) {
        this.mesh = mesh;
        this.settings = settings;
        this.self = self;
        this.key = key;
        this.ring = ring;
        this.listener = listener;
    }

    /** Accepts those that come later in the list and connects to those before. */
    void start(Duration timeout) {
        synchronized (this) {
            tell();
        }
        mesh.acceptor()
                .start(
                        "tcp",
                        this::answer,
                        e -> listener.failed("cannot accept connections over tcp: " + e.getMessage()));
        long deadline = System.nanoTime() + timeout.toNanos();
        for (int place = 0; place < mesh.self(); place++) {
            InetSocketAddress address = mesh.places().get(place);
            threads.add(
                    Thread.ofPlatform().daemon().name("tcp-connect-" + place).start(() -> connect(address, deadline)));
        }
    }

    /** Sends to one other member, by its place; false if it is not connected. */
    boolean sendTo(int place, byte[] message, int offset, int length, SendMode sendMode) {
        Connection[] current = byPlace;
        Connection connection = place >= 0 && place < current.length ? current[place] : null;
        return connection != null && connection.send(message, offset, length, sendMode);
    }

    /** Sends to all other members what waits for it. */
    void flush() {
        for (Connection connection : byPlace) {
            if (connection != null) {
                connection.outbox().flush();
            }
        }
    }

    synchronized long directBlocks() {
        return all.stream()
                .mapToLong(connection -> connection.outbox().blocks())
                .sum();
    }

    synchronized long directBlockedNanos() {
        return all.stream()
                .mapToLong(connection -> connection.outbox().blockedNanos())
                .sum();
    }

    long strangers() {
        return strangers.sum();
    }

    synchronized long writes() {
        return all.stream().mapToLong(Connection::writes).sum();
    }

    synchronized long writtenBytes() {
        return all.stream().mapToLong(Connection::writtenBytes).sum();
    }

    private void connect(InetSocketAddress address, long deadline) {
        String found = "no member of this run answers there";
        while (!closed && System.nanoTime() < deadline) {
            try {
                if (greet(settings.connect(address))) {
                    return;
                }
                Thread.sleep(RETRY);
            } catch (IOException e) {
                // Members start one after another: most often it does not listen yet.
                found = e.getMessage();
                LockSupport.parkNanos(RETRY.toNanos());
            } catch (InterruptedException _) {
                return;
            }
        }
        if (!closed) {
            listener.failed("cannot connect to the member at " + address + ": " + found);
        }
    }

    /** Greets a member that this one has connected to; whether it is a member. */
    private boolean greet(SocketChannel channel) {
        return meet(channel, () -> {
            self.write(channel.socket(), key);
            return Handshake.read(channel.socket(), key).filter(this::isExpected);
        });
    }

    /** Answers the greeting of one that connects, and says nothing to a stranger. */
    private void answer(SocketChannel channel) {
        var _ = meet(channel, () -> {
            Optional<Handshake> peer = Handshake.read(channel.socket(), key)
                    .filter(this::isExpected)
                    // before it is answered: a connection that both sides accept must not be closed to make room for
                    // others
                    .filter(_ -> mesh.acceptor().admit(channel));
            if (peer.isPresent()) {
                self.write(channel.socket(), key);
            }
            return peer;
        });
    }

    /** Accepts the channel of a member and closes that of a stranger. Returns whether the peer is a member. */
    private boolean meet(SocketChannel channel, Greeting greeting) {
        boolean isMember = false;
        try {
            if (hold(channel)) {
                settings.prepare(channel);
                isMember = greeting.peer().filter(p -> add(channel, p)).isPresent();
            }
        } catch (IOException _) {
            // a peer that closes the connection while greeting is no member either
        } finally {
            release(channel);
            if (!isMember) {
                strangers.increment();
                Acceptor.hangUp(channel);
            }
        }
        return isMember;
    }

    private boolean isExpected(Handshake peer) {
        return peer.place() >= 0 && peer.place() < mesh.size() && peer.place() != mesh.self();
    }

    private synchronized boolean hold(SocketChannel channel) {
        return !closed && greeting.add(channel);
    }

    private synchronized void release(SocketChannel channel) {
        greeting.remove(channel);
    }

    private synchronized boolean add(SocketChannel channel, Handshake peer) {
        if (closed || connections.containsKey(peer.place())) {
            return false;
        }
        Connection connection = new Connection(channel, peer, new Outbox(ring), listener, this::lost);
        connections.put(peer.place(), connection);
        all.add(connection);
        connection.start();
        tell();
        return true;
    }

    private synchronized void lost(Connection connection) {
        if (connections.remove(connection.peer().place(), connection)) {
            tell();
        }
    }

    /** Under the lock, so that the listener hears of changes in their order. */
    @GuardedBy("this")
    private void tell() {
        if (closed) {
            return;
        }
        Connection[] places = new Connection[mesh.size()];
        connections.forEach((place, connection) -> places[place] = connection);
        byPlace = places;
        TreeMap<Integer, Handshake> present = new TreeMap<>();
        present.put(self.place(), self);
        connections.forEach((place, connection) -> present.put(place, connection.peer()));
        listener.membersChanged(present.values().stream().map(Handshake::name).toList());
    }

    @Override
    public void close() {
        List<Connection> open;
        List<SocketChannel> strange;
        synchronized (this) {
            closed = true;
            open = List.copyOf(all);
            strange = List.copyOf(greeting);
        }
        try {
            mesh.acceptor().close();
            strange.forEach(Acceptor::hangUp);
            long deadline = System.nanoTime() + DRAIN.toNanos();
            for (Connection connection : open) {
                connection.drain(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        open.forEach(Connection::breakOff);
        open.forEach(Connection::close);
        threads.forEach(Thread::interrupt);
    }

    /** Greets; empty for a stranger. */
    @FunctionalInterface
    private interface Greeting {
        Optional<Handshake> peer() throws IOException;
    }
}
