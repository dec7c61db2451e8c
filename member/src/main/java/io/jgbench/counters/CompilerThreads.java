package io.jgbench.counters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * CPU time of the just-in-time compilers of a JVM, as Linux tells it of their threads. The JVM starts and ends such
 * threads as it needs them; what one has used counts after its end.
 */
public final class CompilerThreads {
    private static final String C1 = "C1 CompilerThre";
    private static final String C2 = "C2 CompilerThre";

    /** Graal's, whether it runs as Java or as a library: {@code JVMCI CompilerT}, {@code JVMCI-native Co}. */
    private static final String JVMCI = "JVMCI";

    private final Path tasks;
    private final Map<String, Long> nanosByThread = new ConcurrentHashMap<>();
    private final NamedThreads compilers;

    /**
     * Threads of a JVM.
     *
     * @param tasks {@code /proc/PID/task}
     */
    CompilerThreads(Path tasks) {
        this.tasks = tasks;
        this.compilers = new NamedThreads(tasks, CompilerThreads::compiles);
    }

    private static boolean compiles(String thread) {
        return thread.equals(C1) || thread.equals(C2) || thread.startsWith(JVMCI);
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
        try {
            for (ThreadCpuTime thread : compilers.living()) {
                nanosByThread.merge(thread.id(), thread.nanos(), Math::max);
            }
        } catch (IOException _) {
            // no Linux, or the process has ended
        }
        return nanosByThread.values().stream().mapToLong(Long::longValue).sum();
    }
}
