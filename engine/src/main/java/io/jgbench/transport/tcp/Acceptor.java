package io.jgbench.transport.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.Channel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/** Listens at an address, and has everybody who connects greeted. */
final class Acceptor implements AutoCloseable {
    private static final int BACKLOG = 256;

    private final ServerSocketChannel server;

    /**
     * Listens; nobody is accepted before {@link #start}.
     *
     * @throws IOException if the address cannot be bound
     */
    Acceptor(InetSocketAddress address, TcpSettings settings) throws IOException {
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
     * @param greet is called in a thread of its own for each connection
     * @param failed is told why no more can be accepted
     */
    void start(String threadPrefix, Consumer<SocketChannel> greet, Consumer<IOException> failed) {
        Thread.ofPlatform().daemon().name(threadPrefix + "-accept").start(() -> accept(threadPrefix, greet, failed));
    }

    private void accept(String threadPrefix, Consumer<SocketChannel> greet, Consumer<IOException> failed) {
        try {
            while (true) {
                SocketChannel channel = server.accept();
                // A thread for each, as a stranger that says nothing must not keep others waiting. No virtual one:
                // what such a thread reads never blocks again, and every later read has to poll first.
                Thread.ofPlatform().daemon().name(threadPrefix + "-greet").start(() -> greet.accept(channel));
            }
        } catch (ClosedChannelException _) {
            // closed by its owner
        } catch (IOException e) {
            failed.accept(e);
        }
    }

    @Override
    public void close() {
        hangUp(server);
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
