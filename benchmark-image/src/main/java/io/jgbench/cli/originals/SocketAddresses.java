package io.jgbench.cli.originals;

import io.jgbench.cli.exit.OptionChecks;
import io.jgbench.transport.OwnAddress;
import java.io.IOException;
import java.net.InetSocketAddress;

/** Reads addresses {@code HOST[:PORT]} of a command line, and knows that of this host. */
record SocketAddresses(int defaultPort, OptionChecks checks) {
    private static final int MOST_PORT = 65_535;

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

    /** That of this host; see {@link OwnAddress}. */
    InetSocketAddress ofThisHost() throws IOException {
        return new InetSocketAddress(OwnAddress.find(), defaultPort);
    }
}
