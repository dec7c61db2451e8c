package io.jgbench.cli.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Copies of jars, from which members are started. A build may write the jar that was given anew while runs go on; later
 * members would have other code than the result says.
 */
public final class JarCopies implements AutoCloseable {
    private final Deque<Path> made = new ArrayDeque<>();

    /**
     * Copies a jar as it is now.
     *
     * @return where the copy is until these copies are closed
     */
    public Path copy(Path jar) throws IOException {
        Path folder = Files.createTempDirectory("jgbench-jar-");
        made.push(folder);
        Path copy = folder.resolve(jar.getFileName());
        made.push(copy);
        return Files.copy(jar, copy);
    }

    /** Removes the copies. */
    @Override
    public void close() throws IOException {
        while (!made.isEmpty()) {
            Files.deleteIfExists(made.pop());
        }
    }
}
