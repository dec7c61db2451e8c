package io.jgbench.transport;

import org.junit.jupiter.api.Tag;

/** The contract over JGroups' stack {@code jgroups-udp}. */
@Tag("slow")
@Tag("beside")
class JGroupsShippedUdpContractTest extends JGroupsContract {
    JGroupsShippedUdpContractTest() {
        super("jgroups-udp");
    }
}
