package io.jgbench.transport;

/** The contract over JGroups' stack {@code tcp-nio}. */
class JGroupsTcpNioContractTest extends JGroupsContract {
    JGroupsTcpNioContractTest() {
        super("tcp-nio");
    }
}
