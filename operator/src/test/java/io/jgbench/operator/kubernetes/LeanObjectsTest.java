package io.jgbench.operator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LeanObjectsTest {
    @Test
    void copyThatKubectlKeepsOfWhatItHasAppliedIsPassedOver() {
        assertThat(annotations("""
                annotations:
                  example.org/first: one
                  kubectl.kubernetes.io/last-applied-configuration: '{"spec":{"members":1}}'
                  example.org/last: two
                """))
                .containsExactly(Map.entry("example.org/first", "one"), Map.entry("example.org/last", "two"));
    }

    @Test
    void objectWithoutAnnotationsIsRead() {
        assertThat(annotations("annotations: {}")).isEmpty();
        assertThat(annotations("labels: {}")).isNullOrEmpty();
    }

    private static Map<String, String> annotations(String metadata) {
        String yaml = """
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkRun
                metadata:
                  name: lean
                """ + metadata.indent(2) + "spec: {members: 1}\n";
        BenchmarkRun run = LeanObjects.serialization().unmarshal(yaml, BenchmarkRun.class);
        assertThat(run.getMetadata().getName()).isEqualTo("lean");
        assertThat(run.getSpec().members()).isEqualTo(1);
        return run.getMetadata().getAnnotations();
    }
}
