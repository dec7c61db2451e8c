package io.jgbench.transport;

import org.junit.jupiter.api.Tag;

/** The contract over the stack {@code tcp-encrypted}. */
@Tag("slow")
@Tag("beside")
class JGroupsTcpEncryptedContractTest extends JGroupsContract {
    JGroupsTcpEncryptedContractTest() {
        super("tcp-encrypted");
    }
}
