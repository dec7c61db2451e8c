package io.jgbench.tune;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Who uses this host. Each living tuner holds a lock on a file of its own, which the kernel releases however it ends;
 * the file says for which run it is. A second lock is held while the originals are read or anything is changed.
 */
final class HostLock {
    private static final String HOLDER = "holder-";
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final Path folder;
    private final String name;

    /** A tuner that is not yet among the holders; its name is unlike that of any other. */
    HostLock(Path folder, String name) {
        this.folder = folder;
        this.name = HOLDER + name;
    }

    /**
     * Waits until no other tuner changes anything.
     *
     * @throws IOException if that does not come within the time
     */
    Guard guard(Duration patience) throws IOException {
        Files.createDirectories(folder);
        long deadline = System.nanoTime() + patience.toNanos();
        var channel = FileChannel.open(
                folder.resolve("guard"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
        while (true) {
            FileLock lock = tryLock(channel);
            if (lock != null) {
                return new Guard(channel);
            }
            if (System.nanoTime() > deadline) {
                channel.close();
                throw new IOException("another tuner has held " + folder.resolve("guard") + " for "
                        + patience.toSeconds() + " s; look for one that hangs on this host");
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private static FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // held by another thread of this process
            return null;
        }
    }

    /** Held while the host is looked at or changed. */
    final class Guard implements AutoCloseable {
        private final FileChannel guard;

        private Guard(FileChannel guard) {
            this.guard = guard;
        }

        /** The runs of all other tuners that live. What a dead one left is removed. */
        List<String> otherRuns() throws IOException {
            var runs = new ArrayList<String>();
            try (var holders = Files.newDirectoryStream(folder, HOLDER + "*")) {
                for (Path holder : holders) {
                    if (!holder.getFileName().toString().equals(name)) {
                        runOf(holder).ifPresent(runs::add);
                    }
                }
            }
            return runs;
        }

        /** Its run, if it lives. */
        private Optional<String> runOf(Path holder) throws IOException {
            try (var channel = FileChannel.open(holder, StandardOpenOption.WRITE)) {
                if (tryLock(channel) == null) {
                    return Optional.of(Files.readString(holder));
                }
                Files.delete(holder);
                return Optional.empty();
            }
        }

        /** Becomes one of the holders, for as long as it is not closed and this process lives. */
        Holder enter(String runId) throws IOException {
            Path file = folder.resolve(name);
            var channel = FileChannel.open(
                    file,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS);
            if (tryLock(channel) == null) {
                channel.close();
                throw new IOException("there is a tuner of the same name, " + name);
            }
            channel.write(ByteBuffer.wrap(runId.getBytes(StandardCharsets.UTF_8)));
            return new Holder(file, channel);
        }

        @Override
        public void close() throws IOException {
            guard.close();
        }
    }

    /** Holds the host. Closing is done under the guard. */
    record Holder(Path file, FileChannel channel) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            Files.deleteIfExists(file);
            channel.close();
        }
    }
}
