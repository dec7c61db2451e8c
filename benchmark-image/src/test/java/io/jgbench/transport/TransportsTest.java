package io.jgbench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.spec.TransportSpec;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransportsTest {

    @ParameterizedTest
    @ValueSource(strings = {"jgroups", "tcp", "udp"})
    void transportPromisesWhatItsSpecSays(String name) {
        var spec = new TransportSpec(name, Optional.empty(), Map.of(), 0);

        assertThat(new Transports().find(name).reliable()).isEqualTo(spec.reliable());
    }
}
