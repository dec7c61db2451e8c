package io.jgbench.member;

import io.jgbench.coordination.protocol.Counters;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * The CPU time of each thread of this process, those of the JVM's own and the carriers of virtual threads included,
 * from {@code /proc/self/task} (proc_pid_stat(5)). A thread that takes all of one core bounds what goes through it,
 * however idle the host is.
 *
 * @param tasks the folder of the process's threads
 */
record ThreadTimes(Path tasks) {
    /** Threads of which a report tells. */
    private static final int BUSIEST = 3;

    /** Ticks are hundredths of a second on every architecture (USER_HZ). */
    private static final long NANOS_PER_TICK = 10_000_000;

    /** Columns after the name, which stands in brackets and may hold blanks. */
    private static final int USER_COLUMN = 11;

    private static final int SYSTEM_COLUMN = 12;

    void addTo(Map<String, Long> counters) {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                add(counters, thread);
            }
        } catch (IOException e) {
            // Not a Linux: the counters are missing from the result, which says as much.
        }
    }

    private static void add(Map<String, Long> counters, Path thread) {
        try {
            String line = Files.readString(thread.resolve("stat"));
            int begin = line.indexOf('(');
            int end = line.lastIndexOf(')');
            String[] columns = line.substring(end + 2).split(" ", -1);
            long ticks = Long.parseLong(columns[USER_COLUMN]) + Long.parseLong(columns[SYSTEM_COLUMN]);
            String name = line.substring(begin + 1, end) + "/" + thread.getFileName();
            counters.put(Counters.THREAD_CPU_NANOS + name, ticks * NANOS_PER_TICK);
        } catch (IOException e) {
            // The thread has ended since the folder was listed.
        }
    }

    /** The same counters with those threads only that took most, and no thread that took nothing. */
    static Map<String, Long> busiest(Map<String, Long> counters) {
        Map<String, Long> kept = new HashMap<>(counters);
        kept.keySet().removeIf(name -> name.startsWith(Counters.THREAD_CPU_NANOS));
        counters.entrySet().stream()
                .filter(counter -> counter.getKey().startsWith(Counters.THREAD_CPU_NANOS) && counter.getValue() > 0)
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(BUSIEST)
                .forEach(counter -> kept.put(counter.getKey(), counter.getValue()));
        return kept;
    }
}
