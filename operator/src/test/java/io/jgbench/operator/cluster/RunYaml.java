package io.jgbench.operator.cluster;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.jgbench.api.v1alpha1.BenchmarkRun;

/** Runs, as they are written in a file. */
public final class RunYaml {
    private RunYaml() {}

    /**
     * A run whose members stand on the nodes of a name.
     *
     * @param name the run's name, and the value of the nodes' label {@code test}
     * @param spec the rest of the spec, as one line of YAML without its braces
     */
    public static BenchmarkRun of(String name, String spec) {
        return named(name, name, spec);
    }

    /** The same with another name than that of the nodes. */
    public static BenchmarkRun named(String name, String nodes, String spec) {
        return placed(name, "nodeSelector: {test: " + nodes + "}", spec);
    }

    /** A run with a placement. */
    public static BenchmarkRun placed(String name, String placement, String spec) {
        return parsed(name, "placement: {" + placement + "}, " + spec);
    }

    /** A run with the whole spec as one line of YAML without its braces. */
    public static BenchmarkRun parsed(String name, String spec) {
        String yaml = """
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkRun
                metadata: {name: %s}
                spec: {%s}
                """.formatted(name, spec);
        return Serialization.unmarshal(yaml, BenchmarkRun.class);
    }
}
