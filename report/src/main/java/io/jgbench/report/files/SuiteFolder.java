package io.jgbench.report.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.jgbench.api.schema.ApiField;
import io.jgbench.api.schema.Mutable;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.suite.SuiteStatus;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.result.ArmComparison;
import io.jgbench.coordination.suite.result.SuiteFormatException;
import io.jgbench.coordination.suite.result.SuiteJson;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.report.stored.RunDeclaration;
import io.jgbench.report.stored.RunDocument;
import io.jgbench.report.stored.StoredSuite;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What is kept of a suite, in a folder of its name below the user's:
 *
 * <pre>
 * DIR/stacks/
 *   definition.json            the suite as it was declared; what says nothing of what is measured may change
 *   suite.yaml                 the suite file as it was carried out last, with its command
 *   status.json                which visits were made, and which one is under way
 *   digests/stacks-c1-r1.json  a few KB for each visit
 *   runs/stacks-c1-r1-20261101T100000Z/  its full result, see {@link ResultFiles}
 *   suite.json                 what all visits came to
 *   comparison.json            what two arms came to against each other, where that was asked for
 * </pre>
 *
 * <p>A file appears under its name once all of it is written. One process at a time has the folder.
 */
public final class SuiteFolder implements AutoCloseable {
    /** What may change from one start of a suite to the next. */
    private static final List<String> MUTABLE = ApiField.of(BenchmarkSuiteSpec.class).stream()
            .filter(field -> field.annotation(Mutable.class).isPresent())
            .map(ApiField::name)
            .toList();

    private static final String JSON = ".json";

    private final Path folder;
    private final FileChannel channel;
    private final ResultFiles runs;

    private SuiteFolder(Path folder, FileChannel channel, ResultFiles runs) {
        this.folder = folder;
        this.channel = channel;
        this.runs = runs;
    }

    /**
     * Opens the folder of a suite; makes it where there is none. One without a digest becomes this suite's: nothing was
     * measured for the suite that it was made for.
     *
     * @param results the user's folder
     * @param name the suite's name
     * @param declared the suite as it was declared
     * @param hosts the options that say where its members live and how they are connected, none for the default
     * @throws ResultFilesException if it cannot be made or written, holds another suite of that name or one that was
     *     measured elsewhere, or another process has it
     */
    public static SuiteFolder open(Path results, String name, BenchmarkSuiteSpec declared, List<String> hosts)
            throws ResultFilesException {
        ResultFiles.in(results);
        Path folder = results.resolve(name);
        ResultFiles runs = ResultFiles.in(folder.resolve("runs"));
        Path digests = folder.resolve("digests");
        ResultFiles.in(digests);
        try {
            FileChannel channel = locked(folder);
            try {
                boolean isMeasured = isMeasured(folder, digests);
                if (!isMeasured) {
                    Files.deleteIfExists(folder.resolve("status" + JSON));
                    Files.deleteIfExists(folder.resolve("comparison" + JSON));
                    Files.deleteIfExists(folder.resolve(StoredSuite.RESULT));
                }
                checkDefinition(folder.resolve(StoredSuite.DEFINITION), folder, isMeasured, declared);
                checkHosts(folder.resolve("hosts" + JSON), folder, isMeasured, hosts);
            } catch (ResultFilesException | IOException e) {
                channel.close();
                throw e;
            }
            return new SuiteFolder(folder, channel, runs);
        } catch (IOException e) {
            throw new ResultFilesException("cannot use the folder " + folder + ": " + e.getMessage(), e);
        }
    }

    private static FileChannel locked(Path folder) throws IOException, ResultFilesException {
        FileChannel channel =
                FileChannel.open(folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return channel;
            }
        } catch (OverlappingFileLockException _) {
            // this process has it already
        }
        channel.close();
        throw new ResultFilesException(
                "another jgbench runs the suite in " + folder + "; wait for it, or give another" + " --results");
    }

    /** Of a suite that is over its figures alone may have been kept. */
    private static boolean isMeasured(Path folder, Path digests) throws IOException {
        if (isOver(folder.resolve(StoredSuite.RESULT))) {
            return true;
        }
        try (Stream<Path> files = Files.list(digests)) {
            return files.anyMatch(file -> file.toString().endsWith(JSON));
        }
    }

    /** One that was stopped in its first visit has a result as well. What cannot be read is not overwritten. */
    private static boolean isOver(Path result) throws IOException {
        if (Files.notExists(result)) {
            return false;
        }
        try {
            return SuiteJson.result(Files.readAllBytes(result), result.toString())
                    .phase()
                    .isOver();
        } catch (SuiteFormatException _) {
            return true;
        }
    }

    private static void checkDefinition(Path file, Path folder, boolean isMeasured, BenchmarkSuiteSpec declared)
            throws IOException, ResultFilesException {
        ObjectNode definition = definition(declared);
        if (!isMeasured || Files.notExists(file)) {
            publish(file, RunDocument.json().writeValueAsBytes(definition));
            return;
        }
        JsonNode stored = storedDefinition(file);
        // numbers are compared as they are written: an int and a long of the same value are not equal as trees
        if (!stored.toString().equals(definition.toString())) {
            var names = new TreeSet<String>();
            stored.fieldNames().forEachRemaining(names::add);
            definition.fieldNames().forEachRemaining(names::add);
            names.removeIf(name ->
                    stored.path(name).toString().equals(definition.path(name).toString()));
            throw new ResultFilesException(folder + " holds a suite of this name that differs in "
                    + String.join(", ", names) + "; give this one another name, or another --results. Only "
                    + String.join(", ", MUTABLE) + " may change");
        }
    }

    /** Rounds over two networks have no median; a folder of an earlier version does not tell which it was. */
    private static void checkHosts(Path file, Path folder, boolean isMeasured, List<String> hosts)
            throws IOException, ResultFilesException {
        if (!isMeasured || Files.notExists(file)) {
            publish(file, RunDocument.json().writeValueAsBytes(hosts));
            return;
        }
        List<String> before;
        try {
            before = List.of(RunDocument.json().readValue(Files.readAllBytes(file), String[].class));
        } catch (JsonProcessingException | NullPointerException _) {
            throw new ResultFilesException(file + " is not whole; where the folder holds this suite, remove it, and it"
                    + " is made again; else give another --results");
        }
        if (!before.equals(hosts)) {
            throw new ResultFilesException(folder + " holds this suite as it was measured with " + words(before)
                    + ", got: " + words(hosts) + "; give the same options, or another --results");
        }
    }

    private static String words(List<String> options) {
        return options.isEmpty() ? "--hosts processes" : String.join(" ", options);
    }

    private static JsonNode storedDefinition(Path file) throws IOException, ResultFilesException {
        try {
            if (RunDocument.json().readTree(Files.readAllBytes(file)) instanceof ObjectNode definition) {
                return definition;
            }
        } catch (JsonProcessingException _) {
            // the message below says it
        }
        throw new ResultFilesException(file + " is not whole; where the folder holds this suite, remove it, and it is"
                + " made again; else give another --results");
    }

    /** What defines a suite. */
    private static ObjectNode definition(BenchmarkSuiteSpec declared) {
        ObjectNode definition = RunDocument.json().valueToTree(declared);
        definition.remove(MUTABLE);
        return definition;
    }

    /**
     * Writes what there is of a suite but its visits into a folder that is there.
     *
     * @param declared the suite as it was declared
     * @throws IOException if a file cannot be written; those before it are there
     */
    public static void writeInto(Path folder, BenchmarkSuiteSpec declared, StoredSuite suite) throws IOException {
        Files.write(folder.resolve(StoredSuite.DEFINITION), RunDocument.json().writeValueAsBytes(definition(declared)));
        if (suite.declaration().isPresent()) {
            Files.writeString(
                    folder.resolve(RunDeclaration.SUITE_FILE_NAME),
                    suite.declaration().get().fileText());
        }
        Files.write(folder.resolve(StoredSuite.RESULT), SuiteJson.write(suite.result()));
    }

    /**
     * Writes a digest into a folder that is there, under the name of its visit.
     *
     * @throws IOException if it cannot be written
     */
    public static void writeInto(Path folder, VisitDigest digest) throws IOException {
        Path digests = Files.createDirectories(folder.resolve("digests"));
        String run = digest.visit().runName(digest.suite());
        Files.write(FileIn.of(digests, run + JSON), SuiteJson.write(digest));
    }

    /**
     * The status that was stored last. A visit whose digest is gone was not made.
     *
     * @throws SuiteFormatException if there is one that cannot be read
     */
    public SuiteStatus status() throws IOException, SuiteFormatException {
        Path file = folder.resolve("status" + JSON);
        if (Files.notExists(file)) {
            return SuiteStatus.pending();
        }
        SuiteStatus stored = SuiteJson.status(Files.readAllBytes(file), file.toString());
        return stored.onlyVisits(
                visit -> Files.exists(digestFile(visit)), folder.getFileName().toString());
    }

    /** Stores the status. */
    public void store(SuiteStatus status) throws IOException {
        publish(folder.resolve("status" + JSON), SuiteJson.write(status));
    }

    /** Stores how the suite was asked for. */
    public void store(RunDeclaration declaration) throws IOException {
        publish(
                folder.resolve(RunDeclaration.SUITE_FILE_NAME),
                declaration.fileText().getBytes(StandardCharsets.UTF_8));
    }

    /** The digest of a run, if it is stored. */
    public Optional<VisitDigest> digest(String run) throws IOException, SuiteFormatException {
        Path file = digestFile(run);
        return Files.exists(file)
                ? Optional.of(SuiteJson.digest(Files.readAllBytes(file), file.toString()))
                : Optional.empty();
    }

    /** Stores a visit: its full result first, as nothing is done again once its digest is there. */
    public void keep(VisitDigest digest, RepetitionsResult result) throws IOException, ResultFilesException {
        runs.write(result, Instant.now());
        publish(digestFile(digest.run()), SuiteJson.write(digest));
    }

    /** All digests, by the names of the runs. */
    public List<VisitDigest> digests() throws IOException, SuiteFormatException {
        List<VisitDigest> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder.resolve("digests"))) {
            for (Path file : files.filter(each -> each.toString().endsWith(JSON))
                    .sorted()
                    .toList()) {
                all.add(SuiteJson.digest(Files.readAllBytes(file), file.toString()));
            }
        }
        return all;
    }

    /** Writes what all visits came to; gives the file. */
    public Path write(SuiteResult result) throws IOException {
        Path file = folder.resolve(StoredSuite.RESULT);
        publish(file, SuiteJson.write(result));
        return file;
    }

    /** Writes what two cells came to against each other; gives the file. */
    public Path write(ArmComparison comparison) throws IOException {
        Path file = folder.resolve("comparison" + JSON);
        publish(file, SuiteJson.write(comparison));
        return file;
    }

    /**
     * What two cells came to against each other, if that was written.
     *
     * @throws SuiteFormatException if it cannot be read
     */
    public Optional<ArmComparison> comparison() throws IOException, SuiteFormatException {
        Path file = folder.resolve("comparison" + JSON);
        return Files.exists(file)
                ? Optional.of(SuiteJson.comparison(Files.readAllBytes(file), file.toString()))
                : Optional.empty();
    }

    private Path digestFile(String run) {
        return folder.resolve("digests").resolve(run + JSON);
    }

    private static void publish(Path file, byte[] content) throws IOException {
        Path unfinished = file.resolveSibling("." + file.getFileName() + ".tmp");
        Files.write(unfinished, content);
        // a machine that loses its power may have moved the file and not written it
        DiskSync.ofSystem().sync(unfinished);
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** The folder itself. */
    public Path path() {
        return folder;
    }

    /** Lets others have the folder. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
