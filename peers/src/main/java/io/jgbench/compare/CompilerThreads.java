package io.jgbench.compare;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * CPU time of the just-in-time compilers of another JVM, as Linux tells it of their threads.
 *
 * @param tasks {@code /proc/PID/task}
 */
record CompilerThreads(Path tasks) {
    private static final String C1 = "C1 CompilerThre";
    private static final String C2 = "C2 CompilerThre";

    /** Columns after the thread's name, which may hold spaces. */
    private static final int USER_COLUMN = 11;

    private static final int SYSTEM_COLUMN = 12;

    /** {@code USER_HZ}, which is 100 on all architectures that a JDK 25 runs on. */
    private static final long TICK_NANOS = Duration.ofMillis(10).toNanos();

    /** Those of a process. */
    static CompilerThreads of(long pid) {
        return new CompilerThreads(Path.of("/proc", Long.toString(pid), "task"));
    }

    /** Since the JVM was started; 0 where the system does not tell. */
    long cpuNanos() {
        long nanos = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                nanos += cpuNanos(thread);
            }
        } catch (IOException _) {
            // no Linux, or the process has ended
            return nanos;
        }
        return nanos;
    }

    private static long cpuNanos(Path thread) {
        try {
            String name = Files.readString(thread.resolve("comm")).strip();
            if (!name.equals(C1) && !name.equals(C2)) {
                return 0;
            }
            String stat = Files.readString(thread.resolve("stat"));
            String[] columns = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return (Long.parseLong(columns[USER_COLUMN]) + Long.parseLong(columns[SYSTEM_COLUMN])) * TICK_NANOS;
        } catch (IOException _) {
            // a compiler thread comes and goes
            return 0;
        }
    }
}
