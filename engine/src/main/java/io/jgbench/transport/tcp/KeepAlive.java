package io.jgbench.transport.tcp;

import java.io.IOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;

/**
 * Turns on TCP keep-alive ({@code SO_KEEPALIVE} of {@code tcp(7)}): the kernel probes an idle connection. Otherwise a
 * member that only reads would never notice a host that disappeared silently, such as by a power failure.
 */
final class KeepAlive {
    private static final int IDLE_SECONDS = 5;
    private static final int INTERVAL_SECONDS = 1;
    private static final int PROBES = 5;

    private KeepAlive() {}

    /**
     * An idle connection ends within ten seconds of the other end's last answer, if the system allows these times to be
     * set.
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
