package io.jgbench.operator.upgrade;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a release wrote.
 *
 * @param folder its folder, which is called as the release is
 */
record ReleaseFiles(Path folder) {
    private static final Path ALL = Path.of("src/test/resources/io/jgbench/operator/upgrade");

    /** Those of a release. */
    static ReleaseFiles of(String release) {
        return new ReleaseFiles(ALL.resolve(release));
    }

    /** Those of all releases from which an upgrade is tested. */
    static List<ReleaseFiles> all() {
        try (Stream<Path> folders = Files.list(ALL)) {
            return folders.filter(Files::isDirectory)
                    .sorted()
                    .map(ReleaseFiles::new)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path run(RecordedStage stage) {
        return folder.resolve(stage.run() + ".json");
    }

    /** The digest of the first visit of a suite. */
    Path digest() {
        return folder.resolve("digest.json");
    }

    /** The messages of the control protocol. */
    Path messages() {
        return folder.resolve("messages.json");
    }

    @Override
    public String toString() {
        return folder.getFileName().toString();
    }
}
