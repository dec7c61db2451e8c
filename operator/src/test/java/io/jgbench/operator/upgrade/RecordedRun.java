package io.jgbench.operator.upgrade;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ObjectLabels;
import io.jgbench.operator.cluster.ChartRights;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A run as a release of the operator left it in the cluster: its status, its ConfigMaps, its Leases and the labels of
 * its pods, each as the API server had it, and as a file. What is compressed there is text here.
 *
 * @param json the document
 */
record RecordedRun(ObjectNode json) {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    private static final Set<String> KEPT_METADATA = Set.of("name", "labels", "annotations", "ownerReferences");
    private static final String COMPRESSED = ".gz";
    private static final String BINARY = "binaryData";

    /** What the run has in the cluster now. */
    static RecordedRun of(KubernetesClient client, String name) {
        BenchmarkRun run = client.resources(BenchmarkRun.class).withName(name).require();
        var json = JSON.createObjectNode();
        var names = json.putObject("names");
        names.put("runId", run.getStatus().runId());
        names.put("uid", run.getMetadata().getUid());
        names.put("namespace", client.getNamespace());
        addresses(client, name).forEach(names::put);
        json.put("begin", begin(run));
        json.set("status", tree(run).get("status"));
        var maps = json.putArray("maps");
        maps(client, run).forEach(map -> maps.add(unzipped(tree(map))));
        var leases = json.putArray("leases");
        leases(client, run).forEach(lease -> leases.add(tree(lease)));
        var pods = json.putObject("podLabels");
        podLabels(client, run).forEach(pods::set);
        return new RecordedRun(json);
    }

    /** As a file has it. */
    static RecordedRun read(Path file) throws IOException {
        return new RecordedRun((ObjectNode) JSON.readTree(Files.readString(file)));
    }

    void write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, JSON.writeValueAsString(json) + "\n");
    }

    /** Puts this in the place of what a run has in the cluster that stands where this one stood. */
    RecordedRun putInPlaceOf(KubernetesClient client, String name) throws IOException {
        RecordedRun there = of(client, name);
        BenchmarkRun run = client.resources(BenchmarkRun.class).withName(name).require();
        RecordedRun renamed = renamedAs(there).shiftedBy(Duration.between(begin(), there.begin()));
        maps(client, run).forEach(map -> client.resource(map).delete());
        leases(client, run).forEach(lease -> client.resource(lease).delete());
        for (JsonNode map : renamed.json.get("maps")) {
            client.resource(Serialization.unmarshal(zipped(map).toString(), ConfigMap.class))
                    .create();
        }
        for (JsonNode lease : renamed.json.get("leases")) {
            client.leases()
                    .inNamespace(ChartRights.operatorNamespace(client))
                    .resource(Serialization.unmarshal(lease.toString(), Lease.class))
                    .create();
        }
        var status = JSON.createObjectNode().set("status", renamed.json.get("status"));
        client.resources(BenchmarkRun.class).withName(name).editStatus(found -> {
            found.setStatus(Serialization.unmarshal(status.toString(), BenchmarkRun.class)
                    .getStatus());
            return found;
        });
        return renamed;
    }

    /** The status as it was recorded. */
    BenchmarkRun run() {
        return Serialization.unmarshal(
                JSON.createObjectNode().set("status", json.get("status")).toString(), BenchmarkRun.class);
    }

    /** The data of the ConfigMaps that hold its record; none of a run that has not begun. */
    List<JsonNode> records() {
        List<JsonNode> records = new ArrayList<>();
        for (JsonNode map : json.get("maps")) {
            if (map.at("/data/record.json").isTextual()) {
                records.add(map.get("data"));
            }
        }
        return records;
    }

    /** The labels of its pods, by the pods' names. */
    JsonNode podLabels() {
        return json.get("podLabels");
    }

    /** Called as another run, on other addresses. */
    RecordedRun renamedAs(RecordedRun other) throws IOException {
        String text = JSON.writeValueAsString(json);
        for (var name : json.get("names").properties()) {
            text = text.replace(
                    name.getValue().asText(),
                    other.json.get("names").get(name.getKey()).asText());
        }
        return new RecordedRun((ObjectNode) JSON.readTree(text));
    }

    private RecordedRun shiftedBy(Duration later) throws IOException {
        return new RecordedRun((ObjectNode) new RecordedTimes(later, JSON).shift(json));
    }

    private Instant begin() {
        return Instant.parse(json.get("begin").asText());
    }

    private static String begin(BenchmarkRun run) {
        String begun = run.getStatus().startTime();
        return begun == null ? run.getMetadata().getCreationTimestamp() : begun;
    }

    private static Stream<ConfigMap> maps(KubernetesClient client, BenchmarkRun run) {
        return client
                .configMaps()
                .withLabel(ObjectLabels.RUN_ID, run.getStatus().runId())
                .list()
                .getItems()
                .stream();
    }

    private static Stream<Lease> leases(KubernetesClient client, BenchmarkRun run) {
        return client
                .leases()
                .inNamespace(ChartRights.operatorNamespace(client))
                .withLabel(ObjectLabels.RUN_UID, run.getMetadata().getUid())
                .list()
                .getItems()
                .stream();
    }

    private static Map<String, JsonNode> podLabels(KubernetesClient client, BenchmarkRun run) {
        var labels = new TreeMap<String, JsonNode>();
        for (Pod pod : client.pods()
                .withLabel(ObjectLabels.RUN_ID, run.getStatus().runId())
                .list()
                .getItems()) {
            labels.put(
                    pod.getMetadata().getName(),
                    JSON.valueToTree(pod.getMetadata().getLabels()));
        }
        return labels;
    }

    private static Map<String, String> addresses(KubernetesClient client, String nodes) {
        var addresses = new TreeMap<String, String>();
        client.nodes()
                .withLabel("test", nodes)
                .list()
                .getItems()
                .forEach(node -> addresses.put(
                        node.getMetadata().getName(),
                        node.getStatus().getAddresses().getFirst().getAddress()));
        return addresses;
    }

    /** Without what the API server alone writes. */
    private static ObjectNode tree(HasMetadata object) {
        try {
            var tree = (ObjectNode) JSON.readTree(Serialization.asJson(object));
            ((ObjectNode) tree.get("metadata")).retain(KEPT_METADATA);
            return tree;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not to be written as JSON: " + object.getFullResourceName(), e);
        }
    }

    private static ObjectNode unzipped(ObjectNode map) {
        for (var entry : map.path(BINARY).properties()) {
            if (entry.getKey().endsWith(COMPRESSED)) {
                entry.setValue(
                        JSON.getNodeFactory().textNode(unzip(entry.getValue().asText())));
            }
        }
        return map;
    }

    private static ObjectNode zipped(JsonNode map) {
        ObjectNode copy = map.deepCopy();
        for (var entry : copy.path(BINARY).properties()) {
            if (entry.getKey().endsWith(COMPRESSED)) {
                entry.setValue(
                        JSON.getNodeFactory().textNode(zip(entry.getValue().asText())));
            }
        }
        return copy;
    }

    static String unzip(String base64) {
        try (var gzip =
                new GZIPInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(base64)))) {
            return new String(gzip.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("not compressed by gzip", e);
        }
    }

    static String zip(String text) {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot be written", e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }
}
