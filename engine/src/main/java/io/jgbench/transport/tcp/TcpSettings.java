package io.jgbench.transport.tcp;

import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.transport.TransportOptions;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The options of transport {@code tcp}.
 *
 * @param noDelay option {@code noDelay}: whether TCP sends what it has at once, default {@code true}, as messages are
 *     batched before they reach it
 * @param sendBufferBytes option {@code sendBufferBytes} of each connection, default 0: the kernel tunes it
 * @param receiveBufferBytes option {@code receiveBufferBytes}, default 0 as well
 * @param initialHosts option {@code initial_hosts}: where members are not planned, all of them as
 *     {@code host[port],host[port]}, in the same order at each
 */
record TcpSettings(boolean noDelay, int sendBufferBytes, int receiveBufferBytes, List<InetSocketAddress> initialHosts) {
    /** Without any option. */
    static final TcpSettings DEFAULTS = new TcpSettings(true, 0, 0, List.of());

    private static final String INITIAL_HOSTS = "initial_hosts";
    private static final Pattern HOST = Pattern.compile("\\s*([^\\[\\],\\s]+)\\[(\\d{1,5})]\\s*");

    /**
     * Reads the options.
     *
     * @throws IllegalArgumentException if there is an unknown one or a value is out of range
     */
    static TcpSettings of(TransportSpec spec) {
        TransportOptions options = new TransportOptions(
                "tcp", spec.options(), "noDelay", "sendBufferBytes", "receiveBufferBytes", INITIAL_HOSTS);
        return new TcpSettings(
                options.flag("noDelay", true),
                options.number("sendBufferBytes", 0, Integer.MAX_VALUE, 0),
                options.number("receiveBufferBytes", 0, Integer.MAX_VALUE, 0),
                initialHosts(options));
    }

    /** Connects to an address; {@link #prepare} has to follow. */
    SocketChannel connect(InetSocketAddress address) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            if (receiveBufferBytes > 0) {
                channel.setOption(StandardSocketOptions.SO_RCVBUF, receiveBufferBytes);
            }
            channel.connect(address);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Sets the options of a connection, whichever side has made it. */
    void prepare(SocketChannel channel) throws IOException {
        KeepAlive.on(channel);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, noDelay);
        if (sendBufferBytes > 0) {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, sendBufferBytes);
        }
    }

    private static List<InetSocketAddress> initialHosts(TransportOptions options) {
        String text = options.text(INITIAL_HOSTS).orElse("");
        List<InetSocketAddress> hosts = new ArrayList<>();
        if (text.isBlank()) {
            return hosts;
        }
        for (String part : text.split(",", -1)) {
            Matcher matcher = HOST.matcher(part);
            if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > 65535) {
                throw options.bad(INITIAL_HOSTS, "host[port],host[port],...", text);
            }
            hosts.add(InetSocketAddress.createUnresolved(matcher.group(1), Integer.parseInt(matcher.group(2))));
        }
        return hosts;
    }
}
