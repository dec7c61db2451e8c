package io.jgbench.transport.tcp;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.transport.DirectSender;
import io.jgbench.transport.TransportException;
import io.jgbench.transport.TransportListener;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/**
 * An end point that others connect to and that connects to others, one after another and as they come, with the
 * connections of transport {@code tcp}. Others are known by their names and have a place as long as they are connected.
 *
 * <p>Of two end points that connect to each other at the same time, the connection of the one whose name is the lesser
 * stands.
 *
 * <p>It shares with {@link MeshMembers} how connections are accepted, made and used, but not who makes them: members of
 * a mesh are known from the start, and the later one in the list always connects; end points
 * come and go, so either may connect, and an answer to the greeting says that this connection is the one that stands.
 */
public final class TcpBus implements DirectSender, AutoCloseable {
    private static final int KEY = 0x6d62_7573;
    private static final int ROOM_FOR_ALL_BYTES = 4096;
    private static final Duration RETRY = Duration.ofMillis(100);

    /** Room for strangers beside all others, who may connect at the same time. */
    private static final int STRANGERS = 32;

    private final InetSocketAddress address;
    private final String name;
    private final Listener listener;

    /** Where messages to all would be; there are none. */
    private final SendRing toAll = new SendRing(ROOM_FOR_ALL_BYTES);

    private final AtomicReferenceArray<Connection> connections;

    /** Places by name, of those that are connected. */
    @GuardedBy("this")
    private final Map<String, Integer> places = new HashMap<>();

    /** Names of those that are being connected to. */
    @GuardedBy("this")
    private final Set<String> dialing = new HashSet<>();

    /** Names of those that connect to this one and are taken, so that it does not connect to them meanwhile. */
    @GuardedBy("this")
    private final Set<String> answering = new HashSet<>();

    @GuardedBy("this")
    private final List<Thread> threads = new ArrayList<>();

    private volatile Acceptor acceptor;
    private volatile boolean closed;

    /**
     * What an end point tells. Of one place, {@link #connected} comes before all messages, and {@link #disconnected}
     * after them.
     */
    public interface Listener {
        /** Another end point is there. */
        void connected(int place, String peer);

        /** It is gone; its place may be another's from now on. */
        void disconnected(int place, String peer);

        /** A message of it has come; see {@link TransportListener#receive}. */
        void receive(int place, byte[] buffer, int offset, int length);

        /** The end point cannot go on, in one sentence. */
        void failed(String reason);
    }

    /**
     * One that is not open.
     *
     * @param address where it listens
     * @param name what others know it by
     * @param most how many can be connected at a time
     */
    public TcpBus(InetSocketAddress address, String name, int most, Listener listener) {
        this.address = address;
        this.name = name;
        this.listener = listener;
        this.connections = new AtomicReferenceArray<>(most);
    }

    /**
     * Listens.
     *
     * @throws TransportException if it cannot, with the address and why
     */
    public void open() throws TransportException {
        try {
            acceptor = new Acceptor(address, TcpSettings.DEFAULTS, connections.length() + STRANGERS);
        } catch (IOException | RuntimeException e) {
            close();
            throw new TransportException("cannot bind " + name + ": " + e.getMessage(), e);
        }
        acceptor.start(
                "bus",
                this::answer,
                e -> listener.failed("cannot accept connections at " + name + ": " + e.getMessage()));
    }

    /** Connects to another end point, trying again and again as long as it does not answer. */
    public void connect(InetSocketAddress other, String peer) {
        start("bus-connect-" + peer, () -> dial(other, peer));
    }

    private synchronized void start(String threadName, Runnable work) {
        if (!closed) {
            threads.add(Thread.ofPlatform().daemon().name(threadName).start(work));
        }
    }

    /** Reads the peer's greeting. Answers with our own and accepts the connection, or closes it. */
    private void answer(SocketChannel channel) {
        try {
            TcpSettings.DEFAULTS.prepare(channel);
            Optional<Handshake> peer = Handshake.read(channel.socket(), KEY);
            if (peer.isPresent() && acceptor.admit(channel) && take(peer.get().name())) {
                try {
                    new Handshake(0, name).write(channel.socket(), KEY);
                    add(channel, peer.get());
                    return;
                } finally {
                    taken(peer.get().name());
                }
            }
        } catch (IOException _) {
            // a peer that closes the connection while greeting has left
        }
        Acceptor.hangUp(channel);
    }

    private synchronized boolean take(String peer) {
        boolean ownWins = dialing.contains(peer) && name.compareTo(peer) < 0;
        return !closed && !places.containsKey(peer) && !ownWins && answering.add(peer);
    }

    private synchronized void taken(String peer) {
        answering.remove(peer);
    }

    private void dial(InetSocketAddress other, String peer) {
        while (!closed && !isConnected(peer)) {
            try {
                if (dialOnce(other, peer)) {
                    return;
                }
            } catch (IOException _) {
                // it may not have been started yet
            }
            LockSupport.parkNanos(RETRY.toNanos());
        }
    }

    private boolean dialOnce(InetSocketAddress other, String peer) throws IOException {
        synchronized (this) {
            if (answering.contains(peer) || places.containsKey(peer)) {
                return false;
            }
            dialing.add(peer);
        }
        try {
            return greet(TcpSettings.DEFAULTS.connect(other), peer);
        } finally {
            synchronized (this) {
                dialing.remove(peer);
            }
        }
    }

    /** Says who is here; whether the peer has accepted the connection. */
    private boolean greet(SocketChannel channel, String peer) throws IOException {
        boolean isAccepted = false;
        try {
            TcpSettings.DEFAULTS.prepare(channel);
            new Handshake(0, name).write(channel.socket(), KEY);
            Optional<Handshake> answer = Handshake.read(channel.socket(), KEY);
            isAccepted = answer.isPresent() && add(channel, new Handshake(0, peer));
            return isAccepted;
        } finally {
            if (!isAccepted) {
                Acceptor.hangUp(channel);
            }
        }
    }

    /** Whether an end point is connected. */
    public synchronized boolean isConnected(String peer) {
        return places.containsKey(peer);
    }

    private synchronized boolean add(SocketChannel channel, Handshake peer) {
        int place = freePlace();
        if (closed || place < 0 || places.containsKey(peer.name())) {
            Acceptor.hangUp(channel);
            return false;
        }
        var connection =
                new Connection(channel, peer, new Outbox(toAll), new Deliverer(place), broken -> lost(broken, place));
        places.put(peer.name(), place);
        connections.set(place, connection);
        listener.connected(place, peer.name());
        connection.start();
        return true;
    }

    private int freePlace() {
        for (int place = 0; place < connections.length(); place++) {
            if (connections.get(place) == null) {
                return place;
            }
        }
        return -1;
    }

    private synchronized void lost(Connection connection, int place) {
        if (connections.compareAndSet(place, connection, null)) {
            places.remove(connection.peer().name());
            if (!closed) {
                listener.disconnected(place, connection.peer().name());
            }
        }
    }

    /**
     * Sends to the one that has a place; waits while there is no room.
     *
     * @throws TransportException if none has it
     */
    @Override
    public void sendTo(int place, byte[] buffer, int offset, int length) throws TransportException {
        send(place, buffer, offset, length, SendMode.AT_ONCE);
    }

    /** The same, by the calling thread if nothing else is under way. */
    @Override
    public void sendToAwaited(int place, byte[] buffer, int offset, int length) throws TransportException {
        send(place, buffer, offset, length, SendMode.AWAITED);
    }

    /** The same, not before {@link #flush} is called if it would have to be woken for it. */
    @Override
    public void sendToDeferred(int place, byte[] buffer, int offset, int length) throws TransportException {
        send(place, buffer, offset, length, SendMode.WHEN_FLUSHED);
    }

    private void send(int place, byte[] buffer, int offset, int length, SendMode sendMode) throws TransportException {
        Connection connection = connections.get(place);
        if (connection == null || !connection.send(buffer, offset, length, sendMode)) {
            throw new TransportException("the connection is gone");
        }
    }

    /** Sends what waits for it. */
    @Override
    public void flush() {
        for (int place = 0; place < connections.length(); place++) {
            Connection connection = connections.get(place);
            if (connection != null) {
                connection.outbox().flush();
            }
        }
    }

    @Override
    public void close() {
        List<Connection> open = new ArrayList<>();
        List<Thread> dialers;
        synchronized (this) {
            closed = true;
            dialers = List.copyOf(threads);
            for (int place = 0; place < connections.length(); place++) {
                Connection connection = connections.get(place);
                if (connection != null) {
                    open.add(connection);
                }
            }
        }
        if (acceptor != null) {
            acceptor.close();
        }
        open.forEach(Connection::close);
        dialers.forEach(Thread::interrupt);
    }

    private final class Deliverer implements TransportListener {
        private final int place;

        Deliverer(int place) {
            this.place = place;
        }

        @Override
        public void receive(byte[] buffer, int offset, int length) {
            listener.receive(place, buffer, offset, length);
        }

        @Override
        public void membersChanged(List<String> names) {
            // told by the bus itself
        }

        @Override
        public void failed(String reason) {
            listener.failed(reason);
        }
    }
}
