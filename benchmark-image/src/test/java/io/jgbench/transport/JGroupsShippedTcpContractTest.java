package io.jgbench.transport;

/** The contract over JGroups' stack {@code jgroups-tcp}. */
class JGroupsShippedTcpContractTest extends JGroupsContract {
    JGroupsShippedTcpContractTest() {
        super("jgroups-tcp");
    }
}
