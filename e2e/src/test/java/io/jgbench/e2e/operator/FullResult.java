package io.jgbench.e2e.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * The full result of a run that is over, as a user downloads it.
 *
 * @param json its whole text
 */
record FullResult(JsonNode json) {

    /** The one that the ConfigMaps of a run hold together. */
    static FullResult of(Lab lab, String run) throws IOException {
        List<ConfigMap> parts = lab
                .client()
                .configMaps()
                .withLabel("jgbench.io/run", run)
                .withLabel("jgbench.io/content", "results")
                .list()
                .getItems()
                .stream()
                .sorted(Comparator.comparing(part -> part.getMetadata().getName()))
                .toList();
        var compressed = new ByteArrayOutputStream();
        for (ConfigMap part : parts) {
            compressed.writeBytes(
                    Base64.getDecoder().decode(part.getBinaryData().get("results.json.gz")));
        }
        try (var text = new GZIPInputStream(new ByteArrayInputStream(compressed.toByteArray()))) {
            return new FullResult(new ObjectMapper().readTree(text));
        }
    }

    /** What each member said of its host under a name, such as {@code jgroups.version}. */
    List<String> hostFacts(String name) {
        return json.findValues("host").stream()
                .map(host -> host.path(name).asText())
                .toList();
    }
}
