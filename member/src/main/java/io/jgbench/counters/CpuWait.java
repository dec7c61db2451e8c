package io.jgbench.counters;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.protocol.Counters;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * How long the threads of this process waited for a CPU although they had work, by {@link ScheduleStat} of each. What a
 * thread had waited when it was read last stays in the sum once it has ended.
 */
final class CpuWait {
    private final Path tasks;

    @GuardedBy("this")
    private final Map<String, Long> ofThreads = new HashMap<>();

    /**
     * Reads nothing yet.
     *
     * @param tasks the folder of the process's threads, {@code /proc/self/task}
     */
    CpuWait(Path tasks) {
        this.tasks = tasks;
    }

    /** What the kernel does not tell is left out. */
    synchronized void addTo(Map<String, Long> counters) {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                OptionalLong nanos = waited(thread);
                if (nanos.isPresent()) {
                    ofThreads.merge(thread.getFileName().toString(), nanos.getAsLong(), Math::max);
                }
            }
        } catch (IOException | DirectoryIteratorException _) {
            // no Linux: the counter is missing from the result, which says as much
        }
        if (!ofThreads.isEmpty()) {
            counters.put(
                    Counters.CPU_WAITED_NANOS,
                    ofThreads.values().stream().mapToLong(Long::longValue).sum());
        }
    }

    private static OptionalLong waited(Path thread) {
        try {
            return ScheduleStat.waitedNanos(ByteBuffer.wrap(Files.readAllBytes(thread.resolve(ScheduleStat.FILE))));
        } catch (IOException _) {
            // the thread has ended since the folder was read, or the kernel counts no such times
            return OptionalLong.empty();
        }
    }
}
