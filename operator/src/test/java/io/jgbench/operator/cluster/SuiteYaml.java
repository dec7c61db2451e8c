package io.jgbench.operator.cluster;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.jgbench.api.v1alpha1.BenchmarkSuite;

/** Makes suites of YAML. */
public final class SuiteYaml {
    private SuiteYaml() {}

    /** A suite with the whole spec as one line of YAML without its braces. */
    public static BenchmarkSuite parsed(String name, String spec) {
        String yaml = """
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkSuite
                metadata: {name: %s}
                spec: {%s}
                """.formatted(name, spec);
        return Serialization.unmarshal(yaml, BenchmarkSuite.class);
    }

    /** One that varies the number of messages of runs with one member. */
    public static BenchmarkSuite ofCells(String name, String nodes, int cells, String more) {
        var values = new StringBuilder();
        for (int cell = 1; cell <= cells; cell++) {
            values.append(cell == 1 ? "'" : ", '").append(cell * 1000).append('\'');
        }
        return parsed(
                name,
                "template: {members: 1, messages: 1000, messageSize: 1k, placement: {nodeSelector: {test: " + nodes
                        + "}}}, axes: [{name: messages, path: messages, values: [" + values + "]}], " + more);
    }
}
