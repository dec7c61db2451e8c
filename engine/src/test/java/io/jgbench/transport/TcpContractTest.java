package io.jgbench.transport;

import io.jgbench.coordination.spec.TransportSpec;
import java.util.Map;
import java.util.Optional;

/** The contract over a mesh of connections. */
class TcpContractTest extends TransportContract {
    @Override
    TransportSpec spec() {
        return new TransportSpec("tcp", Optional.empty(), Map.of(), 0);
    }

    @Override
    int largestMessageBytes() {
        return 16 * 1024 * 1024;
    }
}
