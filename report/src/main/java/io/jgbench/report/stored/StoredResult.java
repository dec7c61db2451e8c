package io.jgbench.report.stored;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import io.jgbench.api.v1alpha1.StoredContent;
import io.jgbench.coordination.difference.ComparedRun;
import io.jgbench.coordination.protocol.TextShelf;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.statistics.Representative;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * The full result of a run as it was stored: a folder that {@link ResultFiles} wrote, one file of it, or what the
 * operator keeps. It is read as a tree, as it may be of another version.
 */
public final class StoredResult {
    private static final Pattern REPETITION = Pattern.compile("repetition-([0-9]{1,6})");
    private static final Pattern FILE_NAME = Pattern.compile("result(\\.partial)?\\.json");

    /** Fields that the result of a run has at its top, and no other file of ours. */
    private static final Set<String> OF_A_RUN = Set.of("runs", "members");

    private final String place;
    private final List<StoredRun> runs;
    private final StoredRun representative;
    private final Optional<RunDeclaration> declaration;

    private StoredResult(String place, List<StoredRun> runs, Optional<RunDeclaration> declaration)
            throws StoredResultException {
        this.place = place;
        this.runs = List.copyOf(runs);
        this.representative = representative(runs);
        this.declaration = declaration;
    }

    /**
     * Whether a folder holds the result of a run, or a file is one, by its name or by what it holds.
     *
     * @throws StoredResultException if the folder cannot be listed
     */
    public static boolean isOne(Path path) throws StoredResultException {
        return Files.isDirectory(path)
                ? !resultFiles(path).isEmpty()
                : Files.isRegularFile(path) && (hasNameOfOne(path) || hasFieldsOfARun(path));
    }

    private static boolean hasNameOfOne(Path file) {
        return FILE_NAME.matcher(String.valueOf(file.getFileName())).matches();
    }

    /** Reads no further than the first of them: a result can have hundreds of megabytes. */
    private static boolean hasFieldsOfARun(Path file) {
        try (JsonParser parser = RunDocument.json().createParser(file.toFile())) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                if (OF_A_RUN.contains(parser.currentName())) {
                    return true;
                }
                parser.nextToken();
                parser.skipChildren();
            }
            return false;
        } catch (IOException _) {
            return false; // the next reader reports why it cannot be read
        }
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
                    Optional.of(path.resolveSibling(".")));
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
        return of(path.toString(), runs, Optional.of(path));
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
        List<JsonNode> parts = StoredRun.elements(tree(place, list).path("items"))
                .sorted(Comparator.comparing(
                        part -> part.path("metadata").path("name").asText()))
                .toList();
        if (parts.isEmpty()) {
            return Optional.empty();
        }
        var compressed = new ByteArrayOutputStream();
        for (JsonNode part : parts) {
            compressed.writeBytes(Base64.getDecoder()
                    .decode(part.path("binaryData")
                            .path(StoredContent.RESULTS_KEY)
                            .asText()));
        }
        try (var json = new GZIPInputStream(new ByteArrayInputStream(compressed.toByteArray()))) {
            return Optional.of(of(place, List.of(tree(place, json.readAllBytes())), Optional.empty()));
        } catch (IOException e) {
            throw new StoredResultException("the full result of " + place + " is not whole: " + e.getMessage(), e);
        }
    }

    /**
     * Reads a full result as the operator keeps it.
     *
     * @param place where it is from, for messages
     * @param json is not closed
     * @throws StoredResultException if it is something else or not whole
     */
    public static StoredResult ofJson(String place, InputStream json) throws StoredResultException {
        try {
            return of(place, List.of(RunDocument.json().readTree(json.readAllBytes())), Optional.empty());
        } catch (IOException e) {
            throw unread(place, e);
        }
    }

    /**
     * All repetitions of a full result as the operator keeps it, read one after the other: a tree of all of it would
     * take several times the memory. What a later version added is passed over.
     *
     * @param place where it is from, for messages
     * @param json one object whose field {@code runs} has them; not closed
     * @param texts where long texts stay until they are asked for
     * @throws StoredResultException if it is something else, not whole, or of a version that cannot be read, or if
     *     there is no room for its texts
     */
    public static RepetitionsResult repetitions(String place, InputStream json, TextShelf texts)
            throws StoredResultException {
        ObjectReader reader = StoredRun.mapper().readerFor(RunResult.class).withAttribute(TextShelf.class, texts);
        List<RunResult> runs = new ArrayList<>();
        try (JsonParser parser = reader.createParser(json)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean holdsThem = parser.currentName().equals("runs");
                parser.nextToken();
                if (holdsThem) {
                    while (parser.nextToken() == JsonToken.START_OBJECT) {
                        runs.add(reader.readValue(parser));
                    }
                } else {
                    parser.skipChildren();
                }
            }
        } catch (JsonProcessingException | IllegalArgumentException e) {
            Optional<IOException> notOfJson = notOfJson(e);
            throw notOfJson.isPresent() ? unread(place, notOfJson.get()) : StoredRun.unreadable(place, e);
        } catch (IOException e) {
            throw unread(place, e);
        }
        if (runs.isEmpty()) {
            throw new StoredResultException(place + " is not the full result of a run: it has no repetitions.");
        }
        return RepetitionsResult.of(runs);
    }

    /** What the stream or the shelf could not do, which Jackson wraps where it reads the items of a list. */
    private static Optional<IOException> notOfJson(Throwable e) {
        return Stream.iterate(e.getCause(), Objects::nonNull, Throwable::getCause)
                .filter(cause -> cause instanceof IOException && !(cause instanceof JsonProcessingException))
                .map(IOException.class::cast)
                .findFirst();
    }

    private static StoredResultException unread(String place, IOException e) {
        return new StoredResultException("the full result of " + place + " cannot be read: " + e.getMessage(), e);
    }

    /**
     * Of one file with one repetition or all of them, or of one file for each.
     *
     * @param folder where the file lies that says how the run was asked for; empty where there is none
     */
    private static StoredResult of(String place, List<JsonNode> files, Optional<Path> folder)
            throws StoredResultException {
        List<StoredRun> runs = new ArrayList<>();
        for (JsonNode file : files) {
            List<JsonNode> repetitions = StoredRun.elements(file.path("runs")).toList();
            for (JsonNode run : repetitions.isEmpty() ? List.of(file) : repetitions) {
                runs.add(StoredRun.of(place, run));
            }
        }
        Optional<RunDeclaration> declaration =
                folder.isPresent() ? declaration(folder.get(), runs.getFirst().name()) : Optional.empty();
        return new StoredResult(place, runs, declaration);
    }

    /** Beside the result, or beside the folder of the repetition that it is of. */
    private static Optional<RunDeclaration> declaration(Path folder, String run) throws StoredResultException {
        Path whole = folder.toAbsolutePath().normalize();
        boolean isOfRepetition =
                REPETITION.matcher(String.valueOf(whole.getFileName())).matches();
        Path file = (isOfRepetition ? whole.getParent() : whole).resolve(RunDeclaration.FILE_NAME);
        return Files.isRegularFile(file)
                ? RunDeclaration.ofFileText(new String(bytes(file), StandardCharsets.UTF_8), run)
                : Optional.empty();
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
        try (Stream<Path> files = Files.walk(folder.toRealPath(), 2)) {
            return files.filter(StoredResult::hasNameOfOne)
                    .sorted(Comparator.comparingInt(StoredResult::repetition).thenComparing(Comparator.naturalOrder()))
                    .toList();
        } catch (UncheckedIOException e) {
            // of a folder below it
            throw unlisted(folder, e.getCause());
        } catch (IOException e) {
            throw unlisted(folder, e);
        }
    }

    private static StoredResultException unlisted(Path folder, IOException e) {
        return new StoredResultException("cannot list " + folder + ": " + e.getMessage(), e);
    }

    /** The number of the repetition whose folder a file is in; 0 where it is in none. */
    private static int repetition(Path file) {
        Matcher number = REPETITION.matcher(String.valueOf(file.getParent().getFileName()));
        return number.matches() ? Integer.parseInt(number.group(1)) : 0;
    }

    /** The repetition that the status shows. */
    private static StoredRun representative(List<StoredRun> runs) throws StoredResultException {
        List<StoredRun> valid = new ArrayList<>();
        for (StoredRun run : runs) {
            if (run.outcome().isValid()) {
                valid.add(run);
            }
        }
        return Representative.of(runs, StoredRun::hasReports, valid, StoredRun::unitsPerSecond);
    }

    /** Where it is from. */
    public String place() {
        return place;
    }

    /** The run's identity. */
    public String runId() {
        return representative.runId();
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
        List<RunResult> results = new ArrayList<>();
        for (StoredRun run : runs) {
            results.add(run.result());
        }
        return RepetitionsResult.of(results);
    }

    /**
     * What is compared of it.
     *
     * @throws StoredResultException if its stack cannot be read
     */
    public ComparedRun compared() throws StoredResultException {
        return representative.compared();
    }
}
