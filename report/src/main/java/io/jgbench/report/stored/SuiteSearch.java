package io.jgbench.report.stored;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/** A search below a folder for the files that hold what a suite came to. */
final class SuiteSearch extends SimpleFileVisitor<Path> {
    /** What a suite's folder has of its visits, thousands of files. */
    private static final List<String> OF_VISITS = List.of("runs", "digests");

    private final Path start;
    private final List<Path> found = new ArrayList<>();
    private final List<String> unread = new ArrayList<>();

    private SuiteSearch(Path start) {
        this.start = start;
    }

    /**
     * Looks for them.
     *
     * @throws IOException if the folder cannot be searched
     */
    static SuiteSearch below(Path folder) throws IOException {
        var search = new SuiteSearch(folder);
        Files.walkFileTree(folder, search);
        return search;
    }

    /** Those that were found, by the order of their places. */
    List<Path> found() {
        return found.stream().sorted().toList();
    }

    /** What could not be looked into, one sentence each. */
    List<String> unread() {
        return List.copyOf(unread);
    }

    @Override
    public FileVisitResult preVisitDirectory(Path inner, BasicFileAttributes attributes) {
        return !inner.equals(start) && isOfVisits(inner) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    /** A folder of such a name that is of no suite is searched as any other is. */
    private static boolean isOfVisits(Path folder) {
        return OF_VISITS.contains(folder.getFileName().toString())
                && (Files.exists(folder.resolveSibling(StoredSuite.RESULT))
                        || Files.exists(folder.resolveSibling(StoredSuite.DEFINITION)));
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        if (file.getFileName().toString().equals(StoredSuite.RESULT)) {
            found.add(file);
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
        unread.add("cannot look into " + file + ": " + e.getMessage());
        return FileVisitResult.CONTINUE;
    }
}
