package io.jgbench.transport.udp;

import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.transport.TransportOptions;
import java.util.Optional;

/**
 * The options of transport {@code udp}.
 *
 * @param multicast option {@code mode}, {@code multicast} (the default) or {@code unicast}
 * @param receiveBufferBytes option {@code receiveBufferBytes}: what the kernel is asked for, default 26214400
 * @param sendBufferBytes option {@code sendBufferBytes}, default 1048576
 * @param ttl option {@code ttl}: how many routers a multicast may pass, default 1
 * @param bindAddress option {@code bindAddress}: where members are not planned, the address of the interface to use
 * @param multicastAddress option {@code multicastAddress}: the group where the run plans none, default 239.8.8.8
 * @param multicastPort option {@code multicastPort}: its port, default 7500
 */
record UdpSettings(
        boolean multicast,
        int receiveBufferBytes,
        int sendBufferBytes,
        int ttl,
        Optional<String> bindAddress,
        String multicastAddress,
        int multicastPort) {
    private static final String MODE = "mode";
    private static final int DEFAULT_RECEIVE_BUFFER = 25 * 1024 * 1024;
    private static final int DEFAULT_SEND_BUFFER = 1024 * 1024;
    private static final int LEAST_BUFFER = 1024;

    /**
     * Reads the options.
     *
     * @throws IllegalArgumentException if there is an unknown one or a value is out of range
     */
    static UdpSettings of(TransportSpec spec) {
        TransportOptions options = new TransportOptions(
                "udp",
                spec.options(),
                MODE,
                "receiveBufferBytes",
                "sendBufferBytes",
                "ttl",
                "bindAddress",
                "multicastAddress",
                "multicastPort");
        String mode = options.text(MODE).orElse("multicast");
        boolean multicast = switch (mode) {
            case "multicast" -> true;
            case "unicast" -> false;
            default -> throw options.bad(MODE, "multicast or unicast", mode);
        };
        return new UdpSettings(
                multicast,
                options.number("receiveBufferBytes", LEAST_BUFFER, Integer.MAX_VALUE, DEFAULT_RECEIVE_BUFFER),
                options.number("sendBufferBytes", LEAST_BUFFER, Integer.MAX_VALUE, DEFAULT_SEND_BUFFER),
                options.number("ttl", 0, 255, 1),
                options.text("bindAddress"),
                options.text("multicastAddress").orElse("239.8.8.8"),
                options.number("multicastPort", 1, 65535, 7500));
    }
}
