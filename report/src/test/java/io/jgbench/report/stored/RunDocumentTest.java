package io.jgbench.report.stored;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.status.StatusOf;
import io.jgbench.report.TestResults;
import io.jgbench.report.stored.RunDocument.Format;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunDocumentTest {
    private final RunDocument document = RunDocument.of(
            "lab",
            StatusOf.status(
                    RepetitionsResult.of(List.of(new TestResults()
                            .member(2000, 0, Map.of())
                            .member(1600, 0, Map.of())
                            .result())),
                    Instant.parse("2026-11-01T10:00:06Z")));

    @Test
    void yamlIsTheRunAsItsCustomResourceHoldsIt() {
        assertThat(document.text(Format.YAML))
                .startsWith("""
                        apiVersion: jgbench.io/v1alpha1
                        kind: BenchmarkRun
                        metadata:
                          name: lab
                        status:
                          runId: run-1
                          stack: udp
                          senders: 2
                        """)
                .contains("  summary:\n    rate: \"112,500 messages/s\"\n    throughput: 112.5 MB/s\n   "
                        + " messagesPerSecond: 112500\n")
                .contains("  - type: Valid\n    status: \"True\"\n");
    }

    @Test
    void jsonAndYamlHoldTheSame() throws Exception {
        assertThat(new ObjectMapper().readTree(document.text(Format.JSON)))
                .isEqualTo(new YAMLMapper().readTree(document.text(Format.YAML)));
    }
}
