package io.jgbench.api.server;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.jgbench.api.server.RefusedRunsOnApiServerTest.Refused;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.coordination.spec.TransportSpec;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the definition refuses on a cluster is refused by who reads a run file as well. */
class RefusedRunsOnThisMachineTest {
    private final YAMLMapper yaml = new YAMLMapper();
    private final RunSpecResolver resolver =
            new RunSpecResolver(source -> new TransportSpec.Stack(String.valueOf(source.name()), "<config/>"));

    static List<Refused> refused() {
        return RefusedRunsOnApiServerTest.refused();
    }

    @ParameterizedTest
    @MethodSource("refused")
    void everySpecThatTheDefinitionRefusesIsRefusedByTheResolverToo(Refused example) throws IOException {
        String spec = TestRun.with(example.change()).spec();

        // A value of a type that the field has not is refused when it is read.
        assertThatThrownBy(() -> resolver.resolve("refused", yaml.readValue(spec, BenchmarkRunSpec.class)))
                .isInstanceOfAny(InvalidSpecException.class, JsonProcessingException.class)
                .hasMessageContaining(example.sentence());
    }
}
