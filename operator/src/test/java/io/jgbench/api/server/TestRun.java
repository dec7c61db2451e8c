package io.jgbench.api.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;

/** A run that is written as a user writes it: what the types would refuse reaches the server too. */
final class TestRun {
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final String FIVE_LINES = """
            apiVersion: jgbench.io/v1alpha1
            kind: BenchmarkRun
            metadata: {name: five-lines}
            spec: {members: 4, messages: 1000, messageSize: 1k}
            """;

    private final ObjectNode run;

    private TestRun(ObjectNode run) {
        this.run = run;
    }

    /** The shortest run, its spec changed by fields in YAML. */
    static TestRun with(String specFields) throws IOException {
        return new TestRun((ObjectNode) YAML.readTree(FIVE_LINES)).changed(specFields);
    }

    /** With these fields of the spec in place of its own; null takes one away. */
    TestRun changed(String specFields) throws IOException {
        ObjectNode other = run.deepCopy();
        var spec = (ObjectNode) other.get("spec");
        YAML.readerForUpdating(spec).readTree(specFields);
        spec.removeIf(JsonNode::isNull);
        return new TestRun(other);
    }

    TestRun named(String name) {
        ObjectNode other = run.deepCopy();
        other.withObject("metadata").put("name", name);
        return new TestRun(other);
    }

    /** Its spec in JSON. */
    String spec() {
        return run.get("spec").toString();
    }

    /** What the server stores, or would store. */
    ObjectNode created(KubernetesClient client, boolean dryRun) {
        var given = client.resource(resource());
        return YAML.valueToTree((dryRun ? given.dryRun() : given).create());
    }

    /** With what the server refuses to create it; empty if it does not. */
    String refusalToCreate(KubernetesClient client) {
        return refusal(() -> client.resource(resource()).dryRun().create());
    }

    /** With what the server refuses to make this of the run of the same name; empty if it does not. */
    String refusalToUpdate(KubernetesClient client) {
        return refusal(() -> client.resource(resource()).dryRun().update());
    }

    private static String refusal(Runnable request) {
        try {
            request.run();
            return "";
        } catch (KubernetesClientException e) {
            return e.getStatus() == null ? "" + e.getMessage() : e.getStatus().getMessage();
        }
    }

    private GenericKubernetesResource resource() {
        return Serialization.unmarshal(run.toString(), GenericKubernetesResource.class);
    }
}
