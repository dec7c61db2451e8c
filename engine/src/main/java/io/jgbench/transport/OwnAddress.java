package io.jgbench.transport;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.Optional;

/** This host's address, where nobody says which one is meant. */
public final class OwnAddress {
    private OwnAddress() {}

    /**
     * The IPv4 address of this host's name, or the first one of an interface that is up, as a name may stand for the
     * loopback interface or for nothing; without any, that of the loopback interface.
     *
     * @throws IOException if the interfaces cannot be listed
     */
    public static InetAddress find() throws IOException {
        Optional<InetAddress> named = named();
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

    private static Optional<InetAddress> named() throws IOException {
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
