package io.jgbench.operator.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder in which files are made before they are stored; deleted with all that is left in it. */
final class StagingFolder implements AutoCloseable {
    private static final String PREFIX = ".jgbench-";

    private final Path path;

    private StagingFolder(Path path) {
        this.path = path;
    }

    /**
     * Makes one, and deletes what a process that was killed left of others.
     *
     * @param isLeftAfter how long ago others must have been made: somebody else may use the parent
     */
    static StagingFolder in(Path parent, Duration isLeftAfter) throws IOException {
        Instant latest = Instant.now().minus(isLeftAfter);
        for (Path other : list(parent)) {
            if (!Files.getLastModifiedTime(other).toInstant().isAfter(latest)) {
                new StagingFolder(other).close();
            }
        }
        return new StagingFolder(Files.createTempDirectory(parent, PREFIX));
    }

    private static List<Path> list(Path parent) throws IOException {
        try (Stream<Path> children = Files.list(parent)) {
            return children.filter(child -> child.getFileName().toString().startsWith(PREFIX))
                    .toList();
        }
    }

    Path path() {
        return path;
    }

    /** The files in it, the deepest first. */
    List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            return all.filter(Files::isRegularFile)
                    .sorted(Comparator.<Path>comparingInt(Path::getNameCount)
                            .reversed()
                            .thenComparing(Comparator.naturalOrder()))
                    .toList();
        }
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
