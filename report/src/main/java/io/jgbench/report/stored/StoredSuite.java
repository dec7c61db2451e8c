package io.jgbench.report.stored;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec;
import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.resolve.SuiteResolver;
import io.jgbench.coordination.suite.result.ArmComparison;
import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.coordination.suite.result.SuiteFormatException;
import io.jgbench.coordination.suite.result.SuiteJson;
import io.jgbench.coordination.suite.result.SuiteResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A suite as it was stored; see {@link SuiteFolder}.
 *
 * @param result what its visits came to
 * @param allDigests those of its visits that are still there, in the order in which the visits began; also of rounds
 *     that the result does not have
 * @param specs what is done in each cell, by the cell's key; empty where that is not known
 * @param unresolved why it is not known what is done in each cell; empty where it is
 * @param declaration how to do it again; empty where the definition is not there
 * @param comparisons what two cells came to against each other
 * @param details what its full results tell beyond that, as far as they are still there
 */
public record StoredSuite(
        SuiteResult result,
        List<VisitDigest> allDigests,
        Map<String, RunSpec> specs,
        Optional<String> unresolved,
        Optional<RunDeclaration> declaration,
        List<ArmComparison> comparisons,
        SuiteDetails details) {
    /** What its visits came to. */
    public static final String RESULT = "suite.json";

    /** What a suite's folder has from its begin. */
    public static final String DEFINITION = "definition.json";

    private static final String COMPARISON = "comparison.json";
    private static final String STAMP = "-[0-9]{8}T[0-9]{6}Z(-[0-9]+)?";
    private static final double MOST = 1e18;

    /** Copies the collections. */
    public StoredSuite {
        allDigests = List.copyOf(allDigests);
        specs = Collections.unmodifiableMap(new LinkedHashMap<>(specs));
        comparisons = List.copyOf(comparisons);
    }

    /** Those of the rounds that the result has, in the order in which the visits began. */
    public List<VisitDigest> digests() {
        return allDigests.stream()
                .filter(digest -> digest.visit().round() <= result.rounds())
                .toList();
    }

    /** Whether a folder, or the file in it, is that of a suite. */
    public static boolean isOne(Path path) {
        Path name = path.getFileName();
        return Files.isRegularFile(path)
                ? name != null && name.toString().equals(RESULT)
                : Files.isRegularFile(path.resolve(RESULT)) || Files.isRegularFile(path.resolve(DEFINITION));
    }

    /** The folders of suites in a folder that {@code --results} made, by their names. */
    public static List<Path> below(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(folder)) {
            return children.filter(Files::isDirectory)
                    .filter(StoredSuite::isOne)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of(); // the next reader reports why it cannot be listed
        }
    }

    /**
     * Reads the folder of a suite, or the file in it that holds what its visits came to.
     *
     * @param resolver resolves its cells, so that it can be said what was done in them
     * @throws StoredResultException if something in it cannot be read, or another version wrote it
     */
    public static StoredSuite read(Path path, SuiteResolver resolver) throws StoredResultException {
        Path folder = Files.isRegularFile(path) ? path.toAbsolutePath().getParent() : path;
        Path file = folder.resolve(RESULT);
        if (!Files.isRegularFile(file)) {
            throw new StoredResultException(folder + " holds a suite without its result: " + RESULT + " is written when"
                    + " ./jgbench suite ends or is interrupted. Continue it with the command that began it.");
        }
        try {
            SuiteResult result = SuiteJson.result(Files.readAllBytes(file), file.toString());
            check(result, file.toString());
            List<VisitDigest> digests = digests(folder.resolve("digests"), result.suite());
            Optional<ObjectNode> definition = definition(folder.resolve(DEFINITION), result);
            Map<String, RunSpec> specs = new LinkedHashMap<>();
            Optional<String> unresolved = definition.isPresent()
                    ? resolve(result.suite(), definition.get(), resolver, specs)
                    : Optional.of("there is no " + DEFINITION + " beside it");
            return new StoredSuite(
                    result,
                    digests,
                    specs,
                    unresolved,
                    declaration(folder, result, definition),
                    comparisons(folder.resolve(COMPARISON)),
                    SuiteDetails.of(digests, results(folder.resolve("runs"))));
        } catch (SuiteFormatException e) {
            throw new StoredResultException(e.getMessage(), e);
        } catch (IOException e) {
            throw new StoredResultException("cannot read the suite in " + folder + ": " + e.getMessage(), e);
        }
    }

    /** What is drawn must be numbers that a drawing can have; a file of ours has no others. */
    static void check(SuiteResult result, String file) throws StoredResultException {
        if (result.cells().size() > SuiteResolver.MAX_CELLS) {
            throw new StoredResultException(file + " must hold at most " + SuiteResolver.MAX_CELLS + " cells, got: "
                    + result.cells().size());
        }
        for (CellResult cell : result.cells()) {
            for (var figure : cell.figures().entrySet()) {
                var summary = figure.getValue();
                var numbers = Stream.of(
                        summary.values().stream().map(each -> each.value()),
                        Stream.of(
                                summary.spread().min(),
                                summary.median(),
                                summary.spread().max()),
                        summary.interval().stream().flatMap(interval -> Stream.of(interval.low(), interval.high())));
                if (!numbers.allMatch(all -> all.allMatch(number -> number >= 0 && number <= MOST))) {
                    throw new StoredResultException(file + ": " + figure.getKey() + " of cell " + cell.cell()
                            + " must be numbers from 0 to 10^18; was it edited?");
                }
            }
            for (var timed : cell.latencies().entrySet()) {
                checkHistogram(timed.getValue().histogram(), file, timed.getKey() + " of cell " + cell.cell());
            }
        }
    }

    /** What is no histogram fails in many ways, as HdrHistogram takes its bytes on trust. */
    static void checkHistogram(String text, String file, String what) throws StoredResultException {
        try {
            HistogramText.decode(text);
        } catch (RuntimeException e) {
            throw new StoredResultException(file + ": " + what + " is no histogram; was it edited?", e);
        }
    }

    private static List<VisitDigest> digests(Path folder, String suite)
            throws IOException, StoredResultException, SuiteFormatException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<VisitDigest> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".json"))
                    .sorted()
                    .toList()) {
                VisitDigest digest = SuiteJson.digest(Files.readAllBytes(file), file.toString());
                if (!digest.suite().equals(suite)) {
                    throw new StoredResultException(
                            file + " is of the suite " + digest.suite() + ", not of " + suite + "; remove it");
                }
                all.add(digest);
            }
        }
        all.sort(Comparator.comparing(VisitDigest::startTime).thenComparing(VisitDigest::run));
        return all;
    }

    /** As it was declared, with the rounds that it had last. */
    private static Optional<ObjectNode> definition(Path file, SuiteResult result)
            throws IOException, StoredResultException {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            if (RunDocument.json().readTree(file.toFile()) instanceof ObjectNode definition) {
                return Optional.of(definition.put("rounds", result.rounds()));
            }
        } catch (JsonProcessingException e) {
            throw new StoredResultException(file + " is no JSON: " + e.getOriginalMessage(), e);
        }
        throw new StoredResultException(file + " must hold a suite's spec as an object");
    }

    /** Resolves its cells; gives why that cannot be done here, as where the file of a stack is gone. */
    private static Optional<String> resolve(
            String suite, ObjectNode definition, SuiteResolver resolver, Map<String, RunSpec> specs) {
        try {
            var declared = RunDocument.json().treeToValue(definition, BenchmarkSuiteSpec.class);
            resolver.resolve(suite, declared).cells().forEach(cell -> specs.put(cell.key(), cell.spec()));
            return Optional.empty();
        } catch (JsonProcessingException | InvalidSpecException | IllegalArgumentException e) {
            return Optional.of(
                    String.valueOf(e.getMessage()).lines().findFirst().orElse("no reason is given"));
        }
    }

    private static Optional<RunDeclaration> declaration(
            Path folder, SuiteResult result, Optional<ObjectNode> definition) throws IOException {
        Path file = folder.resolve(RunDeclaration.SUITE_FILE_NAME);
        Optional<RunDeclaration> stored = Files.isRegularFile(file)
                ? RunDeclaration.ofFileText(
                        new String(Files.readAllBytes(file), StandardCharsets.UTF_8), result.suite())
                : Optional.empty();
        return stored.or(() -> definition.map(spec -> RunDeclaration.ofSuite(result.suite(), spec, List.of())));
    }

    private static List<ArmComparison> comparisons(Path file) throws IOException, SuiteFormatException {
        return Files.isRegularFile(file)
                ? List.of(SuiteJson.comparison(Files.readAllBytes(file), file.toString()))
                : List.of();
    }

    private static FullResults results(Path folder) {
        return Files.isDirectory(folder) ? digest -> result(folder, digest.run()) : FullResults.none();
    }

    private static Optional<StoredResult> result(Path folder, String run) throws StoredResultException {
        Pattern name = Pattern.compile(Pattern.quote(run) + STAMP);
        try (Stream<Path> folders = Files.list(folder)) {
            Optional<Path> found = folders.filter(
                            each -> name.matcher(each.getFileName().toString()).matches())
                    .max(Comparator.naturalOrder());
            return found.isPresent() ? Optional.of(StoredResult.read(found.get())) : Optional.empty();
        } catch (IOException e) {
            throw new StoredResultException("cannot list " + folder + ": " + e.getMessage(), e);
        }
    }
}
