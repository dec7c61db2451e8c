package io.jgbench.messagebustest;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a member listens, {@code tmb://host:port}.
 *
 * @param address the address, which is resolved
 */
record EndPoint(InetSocketAddress address) {
    private static final String PROTOCOL = "tmb";
    private static final Pattern TEXT =
            Pattern.compile("([a-z]+)://(\\[[^\\]]+]|[^:/\\s]+)[:.](\\d{1,5})(?:\\.\\.(\\d{1,5}))?");

    /**
     * Reads one, or a range of ports such as {@code tmb://host:8000..8003}.
     *
     * @throws IllegalArgumentException if it is none, or its host has no address
     */
    static List<EndPoint> parse(String option, String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw BusUnits.bad(option, "end points such as tmb://host:8000", text);
        }
        if (!matcher.group(1).equals(PROTOCOL)) {
            throw BusUnits.bad(option, "end points of the TCP message bus, tmb://host:port", text);
        }
        int first = port(option, matcher.group(3), text);
        int last = matcher.group(4) == null ? first : port(option, matcher.group(4), text);
        List<EndPoint> all = new ArrayList<>();
        for (int port = first; ; port += first <= last ? 1 : -1) {
            all.add(new EndPoint(new InetSocketAddress(host(option, matcher.group(2)), port)));
            if (port == last) {
                return all;
            }
        }
    }

    private static int port(String option, String port, String text) {
        int number = Integer.parseInt(port);
        if (number < 1 || number > 65535) {
            throw BusUnits.bad(option, "a port from 1 to 65535", text);
        }
        return number;
    }

    private static InetAddress host(String option, String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(option + ": the host " + host + " has no address", e);
        }
    }

    /** Whether its address stands for all of a host's, by which others cannot know it. */
    boolean isWildcard() {
        return address.getAddress().isAnyLocalAddress();
    }

    /** Whether it is reached from its own host alone. */
    boolean isLoopback() {
        return address.getAddress().isLoopbackAddress();
    }

    /** Whether its host was given as a name that does not say that it is the loopback interface. */
    boolean isLoopbackUnsaid() {
        String host = address.getHostString();
        return isLoopback()
                && !host.equals("localhost")
                && !host.equals(address.getAddress().getHostAddress());
    }

    /** What others know it by. */
    @Override
    public String toString() {
        return PROTOCOL + "://" + address.getAddress().getHostAddress() + ":" + address.getPort();
    }
}
