package io.jgbench.transport.tcp;

import io.jgbench.admission.PendingConnections;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.channels.Channel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Listens at an address, and has everybody who connects greeted. How many greet at a time and how long each may take is
 * bounded.
 */
final class Acceptor implements AutoCloseable {
    /** From the connection to the end of the greeting, which members exchange in milliseconds. */
    static final Duration GREETING = Duration.ofSeconds(10);

    private static final int BACKLOG = 256;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final ServerSocketChannel server;
    private final PendingConnections<SocketChannel> pending;

    /**
     * Listens; nobody is accepted before {@link #start}.
     *
     * @param mostPending how many may greet at a time
     * @throws IOException if the address cannot be bound
     */
    Acceptor(InetSocketAddress address, TcpSettings settings, int mostPending) throws IOException {
        pending = new PendingConnections<>(mostPending, GREETING);
        server = ServerSocketChannel.open();
        try {
            // A port that a member of an earlier run has just left can be used; one that is listened on cannot.
            server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            if (settings.receiveBufferBytes() > 0) {
                server.setOption(StandardSocketOptions.SO_RCVBUF, settings.receiveBufferBytes());
            }
            server.bind(address, BACKLOG);
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /**
     * Accepts connections until it is closed.
     *
     * @param threadPrefix the names of its threads begin so
     * @param greet is called in a thread of its own for each connection; it calls {@link #admit} for a member and hangs
     *     up otherwise
     * @param failed is told why no more can be accepted
     */
    void start(String threadPrefix, Consumer<SocketChannel> greet, Consumer<IOException> failed) {
        Thread.ofPlatform().daemon().name(threadPrefix + "-accept").start(() -> accept(threadPrefix, greet, failed));
    }

    /** The peer is a member; false if its connection was closed meanwhile, for others or as it took too long. */
    boolean admit(SocketChannel channel) {
        return pending.remove(channel);
    }

    /** How many peers are being greeted. */
    int pending() {
        return pending.size();
    }

    private void accept(String threadPrefix, Consumer<SocketChannel> greet, Consumer<IOException> failed) {
        try {
            while (true) {
                next().ifPresent(channel -> greet(threadPrefix, greet, channel));
                pending.removeOverdue(System.nanoTime()).forEach(Acceptor::hangUp);
            }
        } catch (IOException e) {
            if (server.isOpen()) {
                failed.accept(e);
            }
        }
    }

    /** The next connection; empty if first a greeting took too long. */
    private Optional<SocketChannel> next() throws IOException {
        var untilOverdue = pending.nanosUntilOverdue(System.nanoTime());
        // 0 waits for ever
        server.socket()
                .setSoTimeout(untilOverdue.isEmpty() ? 0 : (int) (untilOverdue.getAsLong() / NANOS_PER_MILLI + 1));
        try {
            return Optional.of(server.socket().accept().getChannel());
        } catch (SocketTimeoutException _) {
            return Optional.empty();
        }
    }

    private void greet(String threadPrefix, Consumer<SocketChannel> greet, SocketChannel channel) {
        var from = channel.socket().getInetAddress();
        pending.add(channel, from, System.nanoTime()).ifPresent(Acceptor::hangUp);
        // A thread for each, as a stranger that says nothing must not keep others waiting. No virtual one:
        // what such a thread reads never blocks again, and every later read has to poll first.
        Thread.ofPlatform().daemon().name(threadPrefix + "-greet").start(() -> {
            try {
                greet.accept(channel);
            } finally {
                pending.remove(channel);
            }
        });
    }

    @Override
    public void close() {
        hangUp(server);
        pending.removeAll().forEach(Acceptor::hangUp);
    }

    /** Closes a channel. */
    static void hangUp(Channel channel) {
        try {
            channel.close();
        } catch (IOException _) {
            // the descriptor is gone either way
        }
    }
}
