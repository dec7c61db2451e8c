package io.jgbench.report.stored;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.jgbench.coordination.difference.ComparedRun;
import io.jgbench.coordination.difference.StackAttributes;
import io.jgbench.coordination.environment.HostSnapshot;
import io.jgbench.coordination.protocol.WorkloadReport;
import io.jgbench.coordination.result.RunFigures;
import io.jgbench.coordination.result.RunResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * One repetition of a stored result, read as a tree: what another version wrote can be compared though not all of it is
 * known here.
 *
 * @param place where it is from, for messages
 * @param json what was stored
 */
record StoredRun(String place, JsonNode json) {
    private static final String STACK = "transport.stack";

    /**
     * Fields of the spec that are not compared here, because they are compared elsewhere or make no difference, such as
     * names or why a window was chosen.
     */
    private static final List<String> NOT_COMPARED =
            List.of("name", STACK + ".name", STACK + ".xml", STACK + ".window.roomBytes", STACK + ".window.reason");

    /**
     * A repetition.
     *
     * @throws StoredResultException if it is something else
     */
    static StoredRun of(String place, JsonNode json) throws StoredResultException {
        if (!json.path("spec").isObject() || !json.path("members").isArray()) {
            throw new StoredResultException(
                    place + " is not the full result of a run: it has no spec and members; status.yaml is not enough.");
        }
        return new StoredRun(place, json);
    }

    /** Reads what this version knows and passes over what a later one added. */
    static JsonMapper mapper() {
        return RunDocument.json()
                .rebuild()
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(JsonParser.Feature.AUTO_CLOSE_SOURCE)
                .build();
    }

    /** How workloads call the rate in their unit of work. */
    private static final List<String> UNITS_PER_SECOND =
            List.of("messagesPerSecond", "requestsPerSecond", "packetsPerSecond");

    /** What is said of JSON that this version cannot read. */
    static StoredResultException unreadable(String place, Exception e) {
        return new StoredResultException(
                place + " cannot be read by this version of jgbench; take the one that wrote it. " + firstLine(e), e);
    }

    private static String firstLine(Exception e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    /** The run's name. */
    String name() {
        return json.path("spec").path("name").asText();
    }

    /** The run's identity. */
    String runId() {
        return json.path("runId").asText();
    }

    /** The rate that says which of several repetitions stands for the run; 0 where none was measured. */
    double unitsPerSecond() {
        JsonNode figures = json.path("figures");
        return UNITS_PER_SECOND.stream()
                .mapToDouble(name -> figures.path(name).asDouble())
                .filter(rate -> rate > 0)
                .findFirst()
                .orElse(0);
    }

    /**
     * What it came to.
     *
     * @throws StoredResultException if it has a finding of a severity that this version does not know
     */
    StoredOutcome outcome() throws StoredResultException {
        return StoredOutcome.of(place, json);
    }

    /**
     * All of it.
     *
     * @throws StoredResultException if a version wrote it whose results this one cannot read, or it is not whole
     */
    RunResult result() throws StoredResultException {
        try {
            RunResult result = mapper().treeToValue(json, RunResult.class);
            result.members().stream()
                    .flatMap(member -> member.report().stream())
                    .forEach(report -> check(report.workload(), result.members().size()));
            result.figures().ifPresent(StoredRun::check);
            return result;
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw unreadable(place, e);
        }
    }

    /** Whether any member left a report. */
    boolean hasReports() {
        for (JsonNode member : json.path("members")) {
            if (member.path("report").isObject()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Checks reports while the file's name is known. Later, when a page is made of them, an error could not name the
     * file.
     */
    private static void check(WorkloadReport report, int members) {
        report.readTexts();
        report.places()
                .filter(place -> place < 0 || place >= members)
                .findFirst()
                .ifPresent(place -> {
                    throw new IllegalArgumentException(
                            "it speaks of member " + place + ", and the run has " + members + " members");
                });
    }

    private static void check(RunFigures figures) {
        figures.oneWay()
                .forEach((timed, latency) -> WorkloadReport.readText("the histogram " + timed, latency::merged));
    }

    /**
     * What is compared of it.
     *
     * @throws StoredResultException if its stack cannot be read or a finding has a severity that is not known
     */
    ComparedRun compared() throws StoredResultException {
        NavigableMap<String, String> spec = new TreeMap<>();
        flatten("", json.path("spec"), spec);
        NOT_COMPARED.forEach(spec::remove);
        Map<String, Double> figures = new LinkedHashMap<>();
        numbers("", json.path("figures"), figures);
        numbers("startSkew", json.path("startSkew"), figures);
        return new ComparedRun(name(), outcome().read(), spec, stack(), hosts(), figures);
    }

    private SortedMap<String, String> stack() throws StoredResultException {
        JsonNode xml = json.path("spec").path("transport").path("stack").path("xml");
        try {
            return xml.isTextual() ? StackAttributes.of(xml.asText()) : new TreeMap<>();
        } catch (IllegalArgumentException e) {
            throw new StoredResultException(place + ": " + e.getMessage(), e);
        }
    }

    private SequencedMap<String, Optional<HostSnapshot>> hosts() {
        SequencedMap<String, Optional<HostSnapshot>> hosts = new LinkedHashMap<>();
        elements(json.path("members")).forEach(member -> {
            JsonNode host = member.path("report").path("host");
            // by place, as its name may have the run's name in it
            hosts.put(
                    "member-" + member.path("index").asInt(),
                    host.isObject() ? Optional.of(HostSnapshot.of(texts(host))) : Optional.empty());
        });
        return hosts;
    }

    private static Map<String, String> texts(JsonNode object) {
        Map<String, String> texts = new TreeMap<>();
        object.properties()
                .forEach(field -> texts.put(field.getKey(), field.getValue().asText()));
        return texts;
    }

    /** The elements of an array; none of what is no array. */
    static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    private static void flatten(String path, JsonNode node, Map<String, String> into) {
        if (node.isObject()) {
            node.properties().forEach(field -> flatten(below(path, field.getKey()), field.getValue(), into));
        } else if (node.isArray()) {
            into.put(path, elements(node).map(JsonNode::asText).collect(Collectors.joining(" ")));
        } else {
            into.put(path, node.asText());
        }
    }

    private static void numbers(String path, JsonNode node, Map<String, Double> into) {
        if (node.isObject()) {
            node.properties().forEach(field -> numbers(below(path, field.getKey()), field.getValue(), into));
        } else if (node.isNumber()) {
            into.put(path, node.asDouble());
        }
    }

    private static String below(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
