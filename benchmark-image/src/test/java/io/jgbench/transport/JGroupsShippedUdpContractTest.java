package io.jgbench.transport;

/** The contract over JGroups' stack {@code jgroups-udp}. */
class JGroupsShippedUdpContractTest extends JGroupsContract {
    JGroupsShippedUdpContractTest() {
        super("jgroups-udp");
    }
}
