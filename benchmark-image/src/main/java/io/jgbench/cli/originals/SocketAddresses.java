package io.jgbench.cli.originals;

import io.jgbench.cli.exit.OptionChecks;
import io.jgbench.transport.OwnAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Reads addresses {@code HOST[:PORT[..PORT]]} of a command line, and knows that of this host. */
record SocketAddresses(int defaultPort, OptionChecks checks) {
    private static final int MOST_PORT = 65_535;
    private static final Pattern RANGE = Pattern.compile("(.+):(\\d{1,5})\\.\\.(\\d{1,5})");

    /**
     * Reads one.
     *
     * @param what the option that has it, for a refusal
     */
    InetSocketAddress read(String text, String what) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? text : text.substring(0, colon);
        try {
            int port = colon < 0 ? defaultPort : Integer.parseInt(text.substring(colon + 1));
            checks.between("the port of " + what, port, 0, MOST_PORT);
            var address = new InetSocketAddress(host, port);
            if (address.isUnresolved()) {
                throw checks.refused(
                        what + " must be the address or the name of a host, got: " + text + ", which is not known");
            }
            return address;
        } catch (NumberFormatException _) {
            throw checks.refused(what + " must be ADDRESS or ADDRESS:PORT, got: " + text);
        }
    }

    /**
     * Reads one, or a range of ports such as {@code HOST:9000..9004}.
     *
     * @param what the option that has it, for a refusal
     */
    List<InetSocketAddress> readAll(String text, String what) {
        Matcher range = RANGE.matcher(text);
        if (!range.matches()) {
            return List.of(read(text, what));
        }
        InetSocketAddress first = read(range.group(1) + ":" + range.group(2), what);
        InetSocketAddress last = read(range.group(1) + ":" + range.group(3), what);
        if (last.getPort() < first.getPort()) {
            throw checks.refused(what + " must have the lesser port first, got: " + text);
        }
        return IntStream.rangeClosed(first.getPort(), last.getPort())
                .mapToObj(port -> new InetSocketAddress(first.getAddress(), port))
                .toList();
    }

    /** That of this host; see {@link OwnAddress}. */
    InetSocketAddress ofThisHost() throws IOException {
        return new InetSocketAddress(OwnAddress.find(), defaultPort);
    }
}
