package io.jgbench.cli.originals;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The name of a member that was given none. */
final class HostName {
    private HostName() {}

    /** Host and process id. */
    static String andProcess() {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            // a host that does not know its own name; the process id and the check for equal names remain
            host = "localhost";
        }
        return host + "-" + ProcessHandle.current().pid();
    }
}
