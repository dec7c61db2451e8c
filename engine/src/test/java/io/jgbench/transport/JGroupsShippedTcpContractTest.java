package io.jgbench.transport;

import org.junit.jupiter.api.Tag;

/** The contract over JGroups' stack {@code jgroups-tcp}. */
@Tag("slow")
@Tag("beside")
class JGroupsShippedTcpContractTest extends JGroupsContract {
    JGroupsShippedTcpContractTest() {
        super("jgroups-tcp");
    }
}
