package io.jgbench.tune;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A server beyond the network whose answer shows that this host can be reached.
 *
 * @param host its name or address; an IPv6 address without brackets
 * @param port its port, 1 to 65535
 */
public record ConfirmTarget(String host, int port) {
    private static final int HIGHEST_PORT = 65_535;
    private static final Pattern FORM =
            Pattern.compile("(?:\\[(?<inBrackets>[0-9A-Za-z.:%_-]+)]|(?<plain>[0-9A-Za-z._-]+)):(?<port>[0-9]{1,5})");

    /** Refuses what is no port. */
    public ConfirmTarget {
        Objects.requireNonNull(host, "host");
        if (port < 1 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException("a port must be 1 to 65535, got: " + port);
        }
    }

    /**
     * Reads {@code HOST:PORT}. An IPv6 address must stand in brackets, all others may.
     *
     * @throws IllegalArgumentException if it is not of that form, with one sentence
     */
    public static ConfirmTarget parse(String text) {
        var parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw refused(text);
        }
        String host = parts.group("plain") == null ? parts.group("inBrackets") : parts.group("plain");
        var target = new ConfirmTarget(host, Integer.parseInt(parts.group("port")));
        if (!target.fitsUrl()) {
            throw refused(text);
        }
        return target;
    }

    private static IllegalArgumentException refused(String text) {
        return new IllegalArgumentException("must be HOST:PORT, such as 10.96.0.1:443 or [fd00::1]:443, got: " + text);
    }

    /** A name with an underscore, or an address with a number above 255, is refused only when a request is made. */
    private boolean fitsUrl() {
        try {
            return new URI("https://" + this).parseServerAuthority().getHost() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** As it stands in a URL. */
    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
