package io.jgbench.preflight;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** Connects to one member by TCP, once, as its transport will, and closes the connection at once. */
final class ConnectProbe {
    /** The kernel sends its request again after one and after three seconds. */
    private static final Duration SILENT = Duration.ofMillis(3500);

    private final InetSocketAddress peer;
    private long beganNanos;
    private SocketChannel channel;
    private OptionalLong connectNanos = OptionalLong.empty();
    private Optional<String> failure = Optional.empty();

    ConnectProbe(InetSocketAddress peer) {
        this.peer = peer;
    }

    /** Begins. */
    void begin(InetAddress from, Selector selector, long nowNanos) {
        beganNanos = nowNanos;
        try {
            channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.bind(new InetSocketAddress(from, 0));
            // No end of the connection is kept by the kernel, which would keep the port from the transport.
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            if (channel.connect(peer)) {
                connected(nowNanos);
            } else {
                channel.register(selector, SelectionKey.OP_CONNECT, this);
            }
        } catch (IOException e) {
            failed(e.getMessage());
        }
    }

    /** The selector says that something became of it. */
    void finish(long nowNanos) {
        try {
            if (channel.finishConnect()) {
                connected(nowNanos);
            }
        } catch (IOException e) {
            failed(e.getMessage());
        }
    }

    /** Gives up if it has taken too long; when to look again otherwise. */
    long advance(long nowNanos) {
        if (isDone() || !isBegun()) {
            return Long.MAX_VALUE;
        }
        if (nowNanos - beganNanos >= SILENT.toNanos()) {
            // this thread may not have run for so long, and the kernel has connected meanwhile
            finish(nowNanos);
            if (isDone()) {
                return Long.MAX_VALUE;
            }
            failed("no answer within " + SILENT.toMillis() / 1000.0 + " s");
            return Long.MAX_VALUE;
        }
        return beganNanos + SILENT.toNanos();
    }

    private void connected(long nowNanos) {
        connectNanos = OptionalLong.of(nowNanos - beganNanos);
        close();
    }

    private void failed(String why) {
        failure = Optional.of(why == null ? "no reason given" : why);
        close();
    }

    private void close() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException _) {
            // The descriptor is gone either way.
        }
    }

    boolean isBegun() {
        return beganNanos != 0;
    }

    boolean isDone() {
        return connectNanos.isPresent() || failure.isPresent();
    }

    OptionalLong connectNanos() {
        return connectNanos;
    }

    Optional<String> failure() {
        return failure;
    }
}
