package io.jgbench.coordination.suite;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.suite.resolve.SuiteResolver;

/** Makes suites of YAML. */
public final class SuiteFixture {
    public static final String TEMPLATE = "template: {members: 2, messages: 1000, messageSize: 1k}";

    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private SuiteFixture() {}

    /** A suite with the short template and these further fields of its spec. */
    public static SuiteSpec suite(String fields) throws InvalidSpecException {
        return resolved(TEMPLATE + (fields.isEmpty() ? "" : ", " + fields));
    }

    public static SuiteSpec resolved(String spec) throws InvalidSpecException {
        var runs = new RunSpecResolver(source -> {
            if (source.name() != null && source.name().equals("nope")) {
                throw new IllegalArgumentException("stack.name must be one of udp, tcp");
            }
            return new TransportSpec.Stack(
                    String.valueOf(source.name()), "<config><UDP/><PING/><pbcast.GMS/></config>");
        });
        return new SuiteResolver(runs).resolve("lab", declared(spec));
    }

    public static BenchmarkSuiteSpec declared(String spec) {
        try {
            return YAML.readValue("{" + spec + "}", BenchmarkSuiteSpec.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** A suite with this number of cells, which vary the number of messages. */
    public static SuiteSpec suite(int cells, int rounds, int retries, String more) {
        var values = new StringBuilder();
        for (int cell = 1; cell <= cells; cell++) {
            values.append(cell == 1 ? "" : ", ").append('"').append(cell * 1000).append('"');
        }
        try {
            return suite("axes: [{name: messages, path: messages, values: [" + values + "]}], rounds: " + rounds
                    + ", onInvalid: {retries: " + retries + "}" + more);
        } catch (InvalidSpecException e) {
            throw new IllegalStateException(e);
        }
    }
}
