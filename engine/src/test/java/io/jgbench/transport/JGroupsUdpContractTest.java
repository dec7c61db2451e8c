package io.jgbench.transport;

/** The contract over JGroups' stack {@code udp}. */
class JGroupsUdpContractTest extends JGroupsContract {
    JGroupsUdpContractTest() {
        super("udp");
    }
}
