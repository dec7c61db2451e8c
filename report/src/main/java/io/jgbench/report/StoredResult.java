package io.jgbench.report;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.difference.ComparedRun;
import io.jgbench.coordination.difference.StackAttributes;
import io.jgbench.coordination.environment.HostSnapshot;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunResult;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;

/**
 * The full result of a run as it was stored: a folder that {@link ResultFiles} wrote, one file of it, or what the
 * operator keeps. It is read as a tree, as it may be of another version.
 */
public final class StoredResult {
    private static final String STACK = "transport.stack";
    private static final String RESULTS_KEY = "results.json.gz";

    /** What the spec holds and is compared elsewhere, or makes no difference: names, and why a window was chosen. */
    private static final List<String> NOT_COMPARED =
            List.of("name", STACK + ".name", STACK + ".xml", STACK + ".window.roomBytes", STACK + ".window.reason");

    private final String place;
    private final List<JsonNode> runs;
    private final JsonNode run;
    private final Optional<RunDeclaration> declaration;

    private StoredResult(
            String place, List<JsonNode> runs, JsonNode representative, Optional<RunDeclaration> declaration) {
        this.place = place;
        this.runs = List.copyOf(runs);
        this.run = representative;
        this.declaration = declaration;
    }

    /**
     * Reads a folder with repetitions, the folder of one repetition, or a file of JSON.
     *
     * @throws StoredResultException if there is none, or it is something else
     */
    public static StoredResult read(Path path) throws StoredResultException {
        if (Files.isRegularFile(path)) {
            return of(
                    path.toString(),
                    List.of(tree(path.toString(), bytes(path))),
                    declaration(path.resolveSibling(".")));
        }
        if (!Files.isDirectory(path)) {
            throw new StoredResultException("there is no folder or file " + path
                    + "; give a folder that --results made, such as results/quickstart-20261101T100000Z.");
        }
        List<JsonNode> runs = new ArrayList<>();
        for (Path file : resultFiles(path)) {
            runs.add(tree(file.toString(), bytes(file)));
        }
        if (runs.isEmpty()) {
            throw new StoredResultException(path + " holds no result.json and no repetition-1/result.json; give a"
                    + " folder that --results made, such as results/quickstart-20261101T100000Z.");
        }
        return of(path.toString(), runs, declaration(path));
    }

    /**
     * Reads the ConfigMaps in which the operator keeps the result of a run, see {@code docs/OPERATOR.md}.
     *
     * @param place where it is from, for messages
     * @param list a list of them as JSON, in any order
     * @throws StoredResultException if there are none, or they are something else
     */
    public static StoredResult ofConfigMaps(String place, byte[] list) throws StoredResultException {
        return inConfigMaps(place, list)
                .orElseThrow(() -> new StoredResultException(place + " has no full result; is the run over, and are its"
                        + " name and namespace right? See kubectl get brun."));
    }

    /**
     * The same; empty where there are none.
     *
     * @throws StoredResultException if they are something else
     */
    public static Optional<StoredResult> inConfigMaps(String place, byte[] list) throws StoredResultException {
        List<JsonNode> parts = elements(tree(place, list).path("items"))
                .sorted(Comparator.comparing(
                        part -> part.path("metadata").path("name").asText()))
                .toList();
        if (parts.isEmpty()) {
            return Optional.empty();
        }
        var compressed = new ByteArrayOutputStream();
        for (JsonNode part : parts) {
            compressed.writeBytes(Base64.getDecoder()
                    .decode(part.path("binaryData").path(RESULTS_KEY).asText()));
        }
        try (var json = new GZIPInputStream(new ByteArrayInputStream(compressed.toByteArray()))) {
            return Optional.of(of(place, List.of(tree(place, json.readAllBytes())), Optional.empty()));
        } catch (IOException e) {
            throw new StoredResultException("the full result of " + place + " is not whole: " + e.getMessage(), e);
        }
    }

    /**
     * All repetitions of a full result as the operator keeps it, read one after the other: a tree of all of it would
     * take several times the memory. What a later version added is passed over.
     *
     * @param place where it is from, for messages
     * @param json one object whose field {@code runs} has them; not closed
     * @throws StoredResultException if it is something else, not whole, or of a version that cannot be read
     */
    public static RepetitionsResult repetitions(String place, InputStream json) throws StoredResultException {
        JsonMapper mapper = lenient();
        List<RunResult> runs = new ArrayList<>();
        try (JsonParser parser = mapper.createParser(json)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean holdsThem = parser.currentName().equals("runs");
                parser.nextToken();
                if (holdsThem) {
                    while (parser.nextToken() == JsonToken.START_OBJECT) {
                        runs.add(mapper.readValue(parser, RunResult.class));
                    }
                } else {
                    parser.skipChildren();
                }
            }
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw unreadable(place, e);
        } catch (IOException e) {
            throw new StoredResultException("the full result of " + place + " is not whole: " + e.getMessage(), e);
        }
        if (runs.isEmpty()) {
            throw new StoredResultException(place + " is not the full result of a run: it has no repetitions.");
        }
        return RepetitionsResult.of(runs);
    }

    private static JsonMapper lenient() {
        return RunDocument.json()
                .rebuild()
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(JsonParser.Feature.AUTO_CLOSE_SOURCE)
                .build();
    }

    private static StoredResultException unreadable(String place, Exception e) {
        return new StoredResultException(
                place + " cannot be read by this version of jgbench; take the one that wrote it. " + firstLine(e), e);
    }

    /** Of one file with one repetition or all of them, or of one file for each. */
    private static StoredResult of(String place, List<JsonNode> files, Optional<RunDeclaration> declaration)
            throws StoredResultException {
        List<JsonNode> runs = new ArrayList<>();
        for (JsonNode file : files) {
            List<JsonNode> repetitions = elements(file.path("runs")).toList();
            runs.addAll(repetitions.isEmpty() ? List.of(file) : repetitions);
        }
        for (JsonNode run : runs) {
            if (!run.path("spec").isObject() || !run.path("members").isArray()) {
                throw new StoredResultException(place
                        + " is not the full result of a run: it has no spec and members; status.yaml is not enough.");
            }
        }
        return new StoredResult(place, runs, representative(place, runs), declaration);
    }

    /** Beside the result, or beside the folder of the repetition that it is of. */
    private static Optional<RunDeclaration> declaration(Path folder) throws StoredResultException {
        for (Path place : List.of(folder, folder.resolve(".."))) {
            Path file = place.resolve(RunDeclaration.FILE_NAME);
            if (Files.isRegularFile(file)) {
                return RunDeclaration.ofFileText(new String(bytes(file), StandardCharsets.UTF_8));
            }
        }
        return Optional.empty();
    }

    private static byte[] bytes(Path file) throws StoredResultException {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new StoredResultException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private static JsonNode tree(String place, byte[] json) throws StoredResultException {
        try {
            return RunDocument.json().readTree(json);
        } catch (IOException e) {
            throw new StoredResultException(place + " is no JSON: " + e.getMessage(), e);
        }
    }

    private static List<Path> resultFiles(Path folder) throws StoredResultException {
        try (Stream<Path> files = Files.walk(folder, 2)) {
            return files.filter(file -> file.getFileName().toString().matches("result(\\.partial)?\\.json"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new StoredResultException("cannot list " + folder + ": " + e.getMessage(), e);
        }
    }

    /** The repetition that the status shows; see {@code RepetitionsResult.representative}. */
    private static JsonNode representative(String place, List<JsonNode> runs) throws StoredResultException {
        List<JsonNode> valid = new ArrayList<>();
        for (JsonNode run : runs) {
            if (run.path("figures").isObject() && !severities(place, run).contains(Severity.INVALID)) {
                valid.add(run);
            }
        }
        valid.sort(Comparator.comparingDouble(
                run -> run.path("figures").path("bytesPerSecond").asDouble()));
        return valid.isEmpty() ? runs.getLast() : valid.get((valid.size() - 1) / 2);
    }

    /** Those of its findings. */
    private static Set<Severity> severities(String place, JsonNode run) throws StoredResultException {
        Set<Severity> found = EnumSet.noneOf(Severity.class);
        for (JsonNode finding : run.path("verdict").path("findings")) {
            String word = finding.path("severity").asText();
            found.add(Severity.of(word)
                    .orElseThrow(() -> new StoredResultException(place + " has a finding of severity \"" + word
                            + "\", which this version of jgbench does not know; take the one that wrote it.")));
        }
        return found;
    }

    /** Where it is from. */
    public String place() {
        return place;
    }

    /** The run's identity. */
    public String runId() {
        return run.path("runId").asText();
    }

    /** How the run was asked for; empty where that was not stored with it. */
    public Optional<RunDeclaration> declaration() {
        return declaration;
    }

    /**
     * All of it. What a later version added is passed over.
     *
     * @throws StoredResultException if a version wrote it whose results this one cannot read, or it is not whole
     */
    public RepetitionsResult results() throws StoredResultException {
        JsonMapper mapper = lenient();
        List<RunResult> results = new ArrayList<>();
        for (JsonNode tree : runs) {
            try {
                results.add(mapper.treeToValue(tree, RunResult.class));
            } catch (JsonProcessingException | IllegalArgumentException e) {
                throw unreadable(place, e);
            }
        }
        return RepetitionsResult.of(results);
    }

    private static String firstLine(Exception e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    /**
     * What is compared of it.
     *
     * @throws StoredResultException if its stack cannot be read
     */
    public ComparedRun compared() throws StoredResultException {
        NavigableMap<String, String> spec = new TreeMap<>();
        flatten("", run.path("spec"), spec);
        NOT_COMPARED.forEach(spec::remove);
        Map<String, Double> figures = new LinkedHashMap<>();
        numbers("", run.path("figures"), figures);
        numbers("startSkew", run.path("startSkew"), figures);
        return new ComparedRun(run.path("spec").path("name").asText(), spec, stack(), hosts(), figures);
    }

    private SortedMap<String, String> stack() throws StoredResultException {
        JsonNode xml = run.path("spec").path("transport").path("stack").path("xml");
        try {
            return xml.isTextual() ? StackAttributes.of(xml.asText()) : new TreeMap<>();
        } catch (IllegalArgumentException e) {
            throw new StoredResultException(place + ": " + e.getMessage(), e);
        }
    }

    private SequencedMap<String, Optional<HostSnapshot>> hosts() {
        SequencedMap<String, Optional<HostSnapshot>> hosts = new LinkedHashMap<>();
        elements(run.path("members")).forEach(member -> {
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

    private static Stream<JsonNode> elements(JsonNode array) {
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
