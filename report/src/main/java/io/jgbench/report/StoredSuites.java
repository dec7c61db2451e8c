package io.jgbench.report;

import io.jgbench.coordination.suite.SuiteHistory;
import io.jgbench.coordination.suite.SuiteResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * All suites that are stored below a folder.
 *
 * @param suites those that could be read, by the order of their places
 * @param unread why others could not be, one sentence each
 */
public record StoredSuites(List<SuiteHistory.Entry> suites, List<String> unread) {
    /** What a suite's folder has of its visits, thousands of files. */
    private static final List<String> NOT_SEARCHED = List.of("runs", "digests");

    private static final String FILE = "suite.json";

    /** Copies the lists. */
    public StoredSuites {
        suites = List.copyOf(suites);
        unread = List.copyOf(unread);
    }

    /**
     * Looks for them.
     *
     * @throws StoredResultException if there is no such folder, or it cannot be searched
     */
    public static StoredSuites below(Path folder) throws StoredResultException {
        if (!Files.isDirectory(folder)) {
            throw new StoredResultException("there is no folder " + folder + "; give one that --results made");
        }
        List<Path> files = new ArrayList<>();
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path inner, BasicFileAttributes attributes) {
                    return !inner.equals(folder)
                                    && NOT_SEARCHED.contains(inner.getFileName().toString())
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (file.getFileName().toString().equals(FILE)) {
                        files.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException | UncheckedIOException e) {
            throw new StoredResultException("cannot search " + folder + ": " + e.getMessage(), e);
        }
        List<SuiteHistory.Entry> suites = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        for (Path file : files.stream().sorted().toList()) {
            try {
                SuiteResult result = StoredSuiteResult.read(file);
                StoredSuite.check(result, file.toString());
                suites.add(new SuiteHistory.Entry(
                        folder.relativize(file.getParent()).toString(), result));
            } catch (StoredResultException e) {
                unread.add(e.getMessage());
            }
        }
        return new StoredSuites(suites, unread);
    }
}
