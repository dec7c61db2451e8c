package io.jgbench.cli;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.Optional;

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

    /** The address of this host's name, or the first one of an interface, as a name may stand for the loopback interface. */
    InetSocketAddress ofThisHost() throws IOException {
        return new InetSocketAddress(ownAddress(), defaultPort);
    }

    private static InetAddress ownAddress() throws IOException {
        Optional<InetAddress> named = namedAddress();
        if (named.isPresent()) {
            return named.get();
        }
        for (NetworkInterface nic : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            if (nic.isUp() && !nic.isLoopback()) {
                for (InetAddress address : Collections.list(nic.getInetAddresses())) {
                    if (address instanceof Inet4Address) {
                        return address;
                    }
                }
            }
        }
        return InetAddress.getLoopbackAddress();
    }

    private static Optional<InetAddress> namedAddress() throws IOException {
        try {
            InetAddress named = InetAddress.getLocalHost();
            boolean own = named instanceof Inet4Address
                    && !named.isLoopbackAddress()
                    && NetworkInterface.getByInetAddress(named) != null;
            return own ? Optional.of(named) : Optional.empty();
        } catch (UnknownHostException _) {
            // a host that does not know its own name has interfaces all the same
            return Optional.empty();
        }
    }
}
