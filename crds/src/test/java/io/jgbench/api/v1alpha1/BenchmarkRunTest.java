package io.jgbench.api.v1alpha1;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import org.junit.jupiter.api.Test;

class BenchmarkRunTest {
    private static final String RUN = """
            apiVersion: jgbench.io/v1alpha1
            kind: BenchmarkRun
            metadata:
              name: udp-4x1k
            spec:
              members: 4
              messages: 1000000
              messageSize: 1k
              stack: {name: udp}
              placement: {spread: Any, interface: ens1f0}
              tuning: {mode: Apply, flowControl: {rx: true}}
              suspend: false
            status:
              runId: udp-4x1k-7f
              conditions: [{type: Valid, status: "True", lastTransitionTime: "2026-11-01T00:00:00Z",
                reason: Passed, message: no findings}]
            """;

    @Test
    void writesWhatItRead() throws Exception {
        var yaml = new YAMLMapper();
        BenchmarkRun run = yaml.readValue(RUN, BenchmarkRun.class);

        assertThat(run.getCRDName()).isEqualTo("benchmarkruns.jgbench.io");
        assertThat(run.getSpec().placement().networkInterface()).isEqualTo("ens1f0");
        assertThat(new JsonMapper().writeValueAsString(run))
                .isEqualTo(yaml.readTree(RUN).toString());
    }
}
