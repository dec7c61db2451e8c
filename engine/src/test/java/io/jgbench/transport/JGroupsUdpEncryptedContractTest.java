package io.jgbench.transport;

import org.junit.jupiter.api.Tag;

/** The contract over the stack {@code udp-encrypted}. */
@Tag("slow")
@Tag("beside")
class JGroupsUdpEncryptedContractTest extends JGroupsContract {
    JGroupsUdpEncryptedContractTest() {
        super("udp-encrypted");
    }
}
