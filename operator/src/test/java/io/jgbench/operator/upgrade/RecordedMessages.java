package io.jgbench.operator.upgrade;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.coordination.control.ControlPaths;
import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.protocol.ClockReading;
import io.jgbench.coordination.protocol.Credentials;
import io.jgbench.coordination.protocol.GroupKey;
import io.jgbench.coordination.protocol.MemberConfig;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberState;
import io.jgbench.coordination.protocol.PreflightReport;
import io.jgbench.operator.cluster.ControlExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What operator and members of a release said to each other, and what its members were given.
 *
 * @param json the document
 */
record RecordedMessages(ObjectNode json) {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /**
     * Of the members of a run.
     *
     * @param config what one was given
     */
    static RecordedMessages of(MemberConfig config, Map<String, ControlExchange> exchanges) throws IOException {
        var json = JSON.createObjectNode();
        json.set("config", JSON.readTree(ProtocolJson.write(withoutKeys(config))));
        var paths = json.putObject("paths");
        for (var exchange : exchanges.entrySet()) {
            var path = paths.putObject(exchange.getKey());
            if (!exchange.getValue().request().isEmpty()) {
                path.set("request", JSON.readTree(exchange.getValue().request()));
            }
            path.set("answer", JSON.readTree(exchange.getValue().answer()));
        }
        return new RecordedMessages(json);
    }

    /** What the first member of the only run in a namespace was given. */
    static MemberConfig config(KubernetesClient client) throws MalformedJsonException {
        String config = client.secrets()
                .withLabel("jgbench.io/content", "credentials")
                .list()
                .getItems()
                .getFirst()
                .getData()
                .get("member-0.json");
        return ProtocolJson.readRequest(Base64.getDecoder().decode(config), MemberConfig.class);
    }

    private static MemberConfig withoutKeys(MemberConfig config) {
        var none = new Credentials("certificate", "key", "authority");
        var zeros = new GroupKey(Base64.getEncoder().encodeToString(new byte[32]));
        return new MemberConfig(
                config.runId(),
                config.name(),
                config.controlHost(),
                config.controlPort(),
                config.networkInterface(),
                none,
                config.lifetime(),
                Optional.of(zeros));
    }

    static RecordedMessages read(Path file) throws IOException {
        return new RecordedMessages((ObjectNode) JSON.readTree(file.toFile()));
    }

    void write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, JSON.writeValueAsString(json) + "\n");
    }

    /** What a member was given. */
    byte[] config() {
        return json.get("config").toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Where members were asked. */
    Set<String> paths() {
        var paths = new TreeSet<String>();
        json.get("paths").fieldNames().forEachRemaining(paths::add);
        return paths;
    }

    /** What a member answered. */
    byte[] answer(String path) {
        return json.get("paths").get(path).get("answer").toString().getBytes(StandardCharsets.UTF_8);
    }

    /** What an answer is read as. */
    static Class<?> typeOf(String path) {
        return switch (path) {
            case ControlPaths.CLOCK -> ClockReading.class;
            case ControlPaths.PREFLIGHT_REPORT -> PreflightReport.class;
            case ControlPaths.REPORT -> MemberReport.class;
            default -> MemberState.class;
        };
    }

    /** The names of all fields of a request, each with those that it is in. */
    Set<String> fields(String path) {
        var fields = new TreeSet<String>();
        collect("", json.get("paths").path(path).path("request"), fields);
        return fields;
    }

    private static void collect(String within, JsonNode node, Set<String> fields) {
        node.properties().forEach(field -> {
            fields.add(within + field.getKey());
            collect(within + field.getKey() + ".", field.getValue(), fields);
        });
        if (node.isArray()) {
            node.forEach(element -> collect(within, element, fields));
        }
    }
}
