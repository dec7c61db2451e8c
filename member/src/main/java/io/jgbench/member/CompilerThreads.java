package io.jgbench.member;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * CPU time of the just-in-time compilers of a JVM, as Linux tells it of their threads. The JVM starts and ends such
 * threads as it needs them; what one has used counts after its end.
 */
public final class CompilerThreads {
    private static final String C1 = "C1 CompilerThre";
    private static final String C2 = "C2 CompilerThre";

    /** Columns after the thread's name, which may hold spaces. */
    private static final int USER_COLUMN = 11;

    private static final int SYSTEM_COLUMN = 12;

    /** {@code USER_HZ}, which is 100 on all architectures that a JDK 25 runs on. */
    private static final long TICK_NANOS = Duration.ofMillis(10).toNanos();

    private final Path tasks;
    private final Map<Path, Long> nanosByThread = new ConcurrentHashMap<>();

    /**
     * Threads of a JVM.
     *
     * @param tasks {@code /proc/PID/task}
     */
    CompilerThreads(Path tasks) {
        this.tasks = tasks;
    }

    /** Those of a process. */
    public static CompilerThreads of(long pid) {
        return new CompilerThreads(Path.of("/proc", Long.toString(pid), "task"));
    }

    /** Whether the system tells of them: it is Linux, and the process lives. */
    boolean known() {
        return Files.isDirectory(tasks);
    }

    /**
     * Since this was made, and what the threads that lived then had used before; does not fall. Where the system does
     * not tell, what it told last: 0 if it never did.
     */
    public long cpuNanos() {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                read(thread);
            }
        } catch (IOException _) {
            // no Linux, or the process has ended
        }
        return nanosByThread.values().stream().mapToLong(Long::longValue).sum();
    }

    private void read(Path thread) {
        try {
            String stat = Files.readString(thread.resolve("stat"));
            int nameEnd = stat.lastIndexOf(')');
            String name = stat.substring(stat.indexOf('(') + 1, nameEnd);
            if (name.equals(C1) || name.equals(C2)) {
                String[] columns = stat.substring(nameEnd + 2).split(" ", -1);
                long ticks = Long.parseLong(columns[USER_COLUMN]) + Long.parseLong(columns[SYSTEM_COLUMN]);
                nanosByThread.merge(thread, ticks * TICK_NANOS, Math::max);
            }
        } catch (IOException _) {
            // the thread has ended since the folder was read
        }
    }
}
