package io.jgbench.report.files;

import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunFigures;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.stalls.Stall;
import io.jgbench.coordination.status.StatusOf;
import io.jgbench.report.stored.RunDeclaration;
import io.jgbench.report.stored.RunDocument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The full results of a run in a folder of its own below the user's:
 *
 * <pre>
 * DIR/udp-4x1k-20261101T100000Z/
 *   status.yaml                the run as its custom resource would hold it
 *   run.yaml                   the run file as it was carried out, with its command
 *   repetition-1/
 *     result.json              everything that was measured
 *     stack.xml                the stack as it was given, if there is one
 *     member-0.csv             the time series of a member
 *     member-0.hlog            its latencies, as HdrHistogram's tools read them
 * </pre>
 *
 * <p>Files of a run or member that did not finish have {@code .partial} before their extension. The folder appears
 * under its name once all is on the disk.
 */
public final class ResultFiles {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private final Path directory;
    private final DiskSync disk;
    private final RightsChange rights;

    private ResultFiles(Path directory, DiskSync disk, RightsChange rights) {
        this.directory = directory;
        this.disk = disk;
        this.rights = rights;
    }

    /** Changes who may do what with a folder. */
    @FunctionalInterface
    interface RightsChange {
        /**
         * Returns once it is done.
         *
         * @throws IOException if the file system refuses it
         */
        void set(Path folder, Set<PosixFilePermission> rights) throws IOException;
    }

    /**
     * Makes the user's folder if it is not there, and checks that it can be written, so that a run need not come to its
     * end to find out.
     *
     * @throws ResultFilesException if it is a file or cannot be made or written
     */
    public static ResultFiles in(Path directory) throws ResultFilesException {
        return in(directory, DiskSync.ofSystem(), Files::setPosixFilePermissions);
    }

    static ResultFiles in(Path directory, DiskSync disk, RightsChange rights) throws ResultFilesException {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new ResultFilesException(
                    "--results must name a directory, got a file: " + directory + ". Give another name.");
        }
        try {
            Files.createDirectories(directory);
            Files.delete(Files.createTempFile(directory, ".jgbench-", ".tmp"));
        } catch (IOException e) {
            throw new ResultFilesException(
                    "--results must name a directory that can be written, got: " + directory
                            + ". Give another one, or the right to write there.",
                    e);
        }
        return new ResultFiles(directory, disk, rights);
    }

    /**
     * Writes a run that is over.
     *
     * @param at when the status' conditions became what they are
     * @return the run's folder
     * @throws ResultFilesException if a file cannot be written
     */
    public Path write(RepetitionsResult result, Instant at) throws ResultFilesException {
        return write(result, at, Optional.empty());
    }

    /**
     * Writes a run that is over, with how it was asked for.
     *
     * @param at when the status' conditions became what they are
     * @param declaration how to do it again
     * @return the run's folder
     * @throws ResultFilesException if a file cannot be written
     */
    public Path write(RepetitionsResult result, Instant at, Optional<RunDeclaration> declaration)
            throws ResultFilesException {
        Path unfinished = null;
        try {
            unfinished = Files.createTempDirectory(directory, ".jgbench-");
            writeInto(unfinished, result, at, declaration);
            return publish(unfinished, folderName(result));
        } catch (IOException e) {
            var failure =
                    new ResultFilesException("cannot write the results to " + directory + ": " + e.getMessage(), e);
            remove(unfinished, failure);
            throw failure;
        }
    }

    /** An instant in the name of a file or a folder, to the second, in UTC. */
    public static String stamp(Instant instant) {
        return STAMP.format(instant);
    }

    /** The name of a run's folder, which follows from the run's name and when it began. */
    public static String folderName(RepetitionsResult result) {
        RunResult first = result.runs().getFirst();
        return first.spec().name() + "-" + stamp(first.startTime());
    }

    /**
     * Writes the files of a run into a folder that is there and empty.
     *
     * @param at when the status' conditions became what they are
     * @param declaration how to do it again
     * @throws IOException if a file cannot be written; those before it are there
     */
    public static void writeInto(
            Path folder, RepetitionsResult result, Instant at, Optional<RunDeclaration> declaration)
            throws IOException {
        String name = result.runs().getFirst().spec().name();
        Files.writeString(
                folder.resolve("status.yaml"),
                RunDocument.of(name, StatusOf.status(result, at)).text(RunDocument.Format.YAML));
        if (declaration.isPresent()) {
            Files.writeString(
                    folder.resolve(RunDeclaration.FILE_NAME), declaration.get().fileText());
        }
        for (int index = 0; index < result.runs().size(); index++) {
            writeRepetition(
                    result.runs().get(index), Files.createDirectory(folder.resolve("repetition-" + (index + 1))));
        }
    }

    private static void writeRepetition(RunResult run, Path folder) throws IOException {
        var result = folder.resolve(fileName("result", !run.completed(), "json"));
        try (var out = Files.newOutputStream(result)) {
            RunDocument.json().writeValue(out, run);
        }
        var stack = run.spec().transport().stack();
        if (stack.isPresent()) {
            Files.writeString(folder.resolve("stack.xml"), stack.get().xml());
        }
        for (var member : run.members()) {
            if (member.report().isPresent()) {
                writeMember(run, member, folder);
            }
        }
    }

    private static void writeMember(RunResult run, MemberResult member, Path folder) throws IOException {
        var report = member.report().orElseThrow();
        boolean partial = !member.complete();
        try (var out = Files.newBufferedWriter(FileIn.of(folder, fileName(member.name(), partial, "csv")))) {
            List<Stall> stalls = run.stalls().stream()
                    .filter(stall -> stall.member().equals(member.name()))
                    .toList();
            TimeSeriesCsv.write(report, stalls, out);
        }
        try (var out = Files.newOutputStream(FileIn.of(folder, fileName(member.name(), partial, "hlog")))) {
            LatencyLog.write(report, run.figures().map(RunFigures::oneWay).orElse(Map.of()), out);
        }
    }

    private static String fileName(String name, boolean partial, String extension) {
        return name + (partial ? ".partial." : ".") + extension;
    }

    private Path publish(Path unfinished, String name) throws IOException {
        var target = directory.resolve(name);
        for (int another = 2; Files.exists(target); another++) {
            target = directory.resolve(name + "-" + another);
        }
        openToOthers(unfinished, unfinished.resolve("repetition-1"));
        // a visit that has its digest is not done again, so its result must outlast a loss of power
        disk.syncAll(unfinished);
        Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
        disk.sync(directory);
        return target;
    }

    /** A temporary folder is its owner's alone. Gives it the rights of one that was made like any other. */
    private void openToOthers(Path folder, Path likeThis) {
        try {
            Set<PosixFilePermission> wanted = Files.getPosixFilePermissions(likeThis);
            if (!wanted.equals(Files.getPosixFilePermissions(folder))) {
                rights.set(folder, wanted);
            }
        } catch (IOException | UnsupportedOperationException _) {
            // shares of Windows and FAT have no such rights, and a result is not removed for that
        }
    }

    private static void remove(Path unfinished, ResultFilesException failure) {
        if (unfinished == null) {
            return;
        }
        try (var files = Files.walk(unfinished)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException | UncheckedIOException e) {
            failure.addSuppressed(e);
        }
    }
}
