package io.jgbench.counters;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** Those of a JVM's own threads that have certain names. Any other thread is read once. */
final class NamedThreads {
    /** A new thread has the name of the one that started it until it gives itself its own; the first one's is this. */
    private static final String NOT_NAMED_YET = "java";

    private final Path tasks;
    private final Predicate<String> wanted;
    private final Set<String> others = ConcurrentHashMap.newKeySet();

    /**
     * Reads nothing yet.
     *
     * @param tasks the folder of the JVM's threads, {@code /proc/PID/task}
     * @param wanted by name, as the kernel has it
     */
    NamedThreads(Path tasks, Predicate<String> wanted) {
        this.tasks = tasks;
        this.wanted = wanted;
    }

    /**
     * Those that live.
     *
     * @throws IOException if the folder is not there: no Linux, or the process has ended
     */
    List<ThreadCpuTime> living() throws IOException {
        List<ThreadCpuTime> living = new ArrayList<>();
        for (ThreadCpuTime thread : ThreadCpuTime.allBut(others, tasks)) {
            if (wanted.test(thread.name())) {
                living.add(thread);
            } else if (!thread.name().equals(NOT_NAMED_YET)) {
                others.add(thread.id());
            }
        }
        return living;
    }
}
