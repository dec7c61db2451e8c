package io.jgbench.transport;

/** The contract over JGroups' stack {@code tcp}. */
class JGroupsTcpContractTest extends JGroupsContract {
    JGroupsTcpContractTest() {
        super("tcp");
    }
}
