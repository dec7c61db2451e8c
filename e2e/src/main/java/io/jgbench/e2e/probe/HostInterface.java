package io.jgbench.e2e.probe;

import java.net.InetAddress;
import java.net.NetworkInterface;

/** The interface that has the node's address; the pod tells that address by {@value #VARIABLE}. */
final class HostInterface {
    /** The environment variable that holds the node's address. */
    static final String VARIABLE = "HOST_IP";

    private HostInterface() {}

    static NetworkInterface find() throws Exception {
        InetAddress address = InetAddress.getByName(System.getenv(VARIABLE));
        NetworkInterface found = NetworkInterface.getByInetAddress(address);
        if (found == null) {
            throw new IllegalStateException(
                    "no interface has the address " + address + "; is the host's network used?");
        }
        return found;
    }
}
