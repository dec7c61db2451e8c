package io.jgbench.counters;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * CPU time of a thread, as Linux tells it (proc_pid_stat(5)), in steps of 10 ms.
 *
 * @param id its number in the system
 * @param name its name, cut off after 15 characters
 * @param nanos user and system time since it was started
 */
record ThreadCpuTime(String id, String name, long nanos) {
    /** Columns after the name, which stands in brackets and may hold blanks. */
    private static final int USER_COLUMN = 11;

    private static final int SYSTEM_COLUMN = 12;

    /** {@code USER_HZ}, which is 100 on all architectures that a JDK 25 runs on. */
    private static final long TICK_NANOS = Duration.ofMillis(10).toNanos();

    /**
     * Those of all living threads of a process.
     *
     * @param tasks {@code /proc/PID/task}
     * @throws IOException if it is not there: no Linux, or the process has ended
     */
    static List<ThreadCpuTime> all(Path tasks) throws IOException {
        return allBut(Set.of(), tasks);
    }

    /**
     * Those of all living threads of a process but some, which are not read.
     *
     * @param ids of threads that are left out
     * @param tasks {@code /proc/PID/task}
     * @throws IOException if it is not there: no Linux, or the process has ended
     */
    static List<ThreadCpuTime> allBut(Set<String> ids, Path tasks) throws IOException {
        List<ThreadCpuTime> all = new ArrayList<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(
                tasks, thread -> !ids.contains(thread.getFileName().toString()))) {
            for (Path thread : threads) {
                of(thread).ifPresent(all::add);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return all;
    }

    private static Optional<ThreadCpuTime> of(Path thread) {
        try {
            String stat = Files.readString(thread.resolve("stat"));
            int nameEnd = stat.lastIndexOf(')');
            String name = stat.substring(stat.indexOf('(') + 1, nameEnd);
            List<String> columns = KernelFiles.columns(stat.substring(nameEnd + 2));
            long ticks = Long.parseLong(columns.get(USER_COLUMN)) + Long.parseLong(columns.get(SYSTEM_COLUMN));
            return Optional.of(new ThreadCpuTime(thread.getFileName().toString(), name, ticks * TICK_NANOS));
        } catch (IOException _) {
            // the thread has ended since the folder was read
            return Optional.empty();
        }
    }
}
