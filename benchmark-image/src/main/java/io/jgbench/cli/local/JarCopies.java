package io.jgbench.cli.local;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.cli.output.Notice;
import io.jgbench.local.host.ShutdownHook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Copies of jars, from which members are started. A build may overwrite the original jar while runs are under way;
 * later members would then run other code than the result says. The copies are also removed when this process is told
 * to end.
 */
public final class JarCopies implements AutoCloseable {
    @GuardedBy("this")
    private final Deque<Path> made = new ArrayDeque<>();

    @GuardedBy("this")
    private boolean closed;

    private final ShutdownHook hook = ShutdownHook.register("remove-jars", this::removeAtShutdown);

    /**
     * Copies a jar as it is now.
     *
     * @return where the copy is until these copies are closed
     * @throws IOException if it cannot be copied, or if these copies are closed
     */
    public synchronized Path copy(Path jar) throws IOException {
        if (closed) {
            throw new IOException("cannot copy " + jar + ", as jgbench is ending");
        }
        Path folder = Files.createTempDirectory("jgbench-jar-");
        made.push(folder);
        Path copy = folder.resolve(jar.getFileName());
        made.push(copy);
        return Files.copy(jar, copy);
    }

    /** Removes the copies. */
    @Override
    public void close() throws IOException {
        try {
            remove();
        } finally {
            hook.remove();
        }
    }

    private synchronized void remove() throws IOException {
        closed = true;
        while (!made.isEmpty()) {
            Files.deleteIfExists(made.pop());
        }
    }

    /** Members that still run have their jar open, and the kernel keeps an open file whose name is gone. */
    private void removeAtShutdown() {
        try {
            remove();
        } catch (IOException e) {
            Notice.print(System.err, "the copy of a jar could not be removed: " + e.getMessage());
        }
    }
}
