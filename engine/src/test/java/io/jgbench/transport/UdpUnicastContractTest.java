package io.jgbench.transport;

import io.jgbench.coordination.spec.TransportSpec;
import java.util.Map;
import java.util.Optional;

/** The contract over raw datagrams to each member. */
class UdpUnicastContractTest extends UdpContract {
    @Override
    TransportSpec spec() {
        return new TransportSpec("udp", Optional.empty(), Map.of("mode", "unicast"), 0);
    }
}
