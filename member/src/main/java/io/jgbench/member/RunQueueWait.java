package io.jgbench.member;

import java.nio.file.Path;

/**
 * How long the thread that asks has waited for a CPU although it had work, by {@code schedstat} of the thread (the
 * kernel's {@code scheduler/sched-stats.rst}: time on the CPU, time in the run queue, turns). A thread of a process
 * that is stopped, or of a JVM that stands still, is in no run queue.
 */
final class RunQueueWait {
    private static final String OF_THIS_THREAD = "thread-self/schedstat";

    private final KernelFiles proc;

    /**
     * Reads nothing yet.
     *
     * @param proc where the kernel tells of processes, {@code /proc}
     */
    RunQueueWait(Path proc) {
        this.proc = new KernelFiles(proc);
    }

    /** Nanoseconds since the thread began; 0 where the kernel does not tell. */
    long nanos() {
        return proc.lines(OF_THIS_THREAD).stream()
                .map(line -> line.split(" ", -1))
                .filter(columns -> columns.length == 3 && columns[1].matches("[0-9]{1,18}"))
                .mapToLong(columns -> Long.parseLong(columns[1]))
                .findFirst()
                .orElse(0);
    }
}
