package io.jgbench.transport.tcp;

import java.io.IOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;

/**
 * The system's own question whether the other end is still there, {@code SO_KEEPALIVE} of {@code tcp(7)}, asked for as
 * soon as a connection is still: who only reads would otherwise never find out that a host is gone without a word, as
 * one that lost its power is.
 */
final class KeepAlive {
    private static final int IDLE_SECONDS = 5;
    private static final int INTERVAL_SECONDS = 1;
    private static final int PROBES = 5;

    private KeepAlive() {}

    /**
     * A connection that is still ends within ten seconds of the other end's last answer, where the system lets these
     * times be set.
     */
    static void on(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        set(channel, ExtendedSocketOptions.TCP_KEEPIDLE, IDLE_SECONDS);
        set(channel, ExtendedSocketOptions.TCP_KEEPINTERVAL, INTERVAL_SECONDS);
        set(channel, ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
    }

    private static void set(SocketChannel channel, SocketOption<Integer> option, int value) throws IOException {
        if (channel.supportedOptions().contains(option)) {
            channel.setOption(option, value);
        }
    }
}
