package io.jgbench.counters;

import io.jgbench.coordination.protocol.Counters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The CPU time of each thread of this process, those of the JVM's own and the carriers of virtual threads included,
 * from {@code /proc/self/task}. A thread that takes all of one core bounds what goes through it,
 * however idle the host is.
 *
 * @param tasks the folder of the process's threads
 */
public record ThreadTimes(Path tasks) {
    /** Threads of which a report tells, beside one of the JVM's own. */
    private static final int BUSIEST = 3;

    /** Adds the CPU time of each thread, in nanoseconds. */
    public void addTo(Map<String, Long> counters) {
        try {
            for (ThreadCpuTime thread : ThreadCpuTime.all(tasks)) {
                counters.put(Counters.THREAD_CPU_NANOS + thread.name() + "/" + thread.id(), thread.nanos());
            }
        } catch (IOException _) {
            // no Linux: the counters are missing from the result, which says as much
        }
    }

    /**
     * The same counters with those threads only that took most, and no thread that took nothing. Of those that compile
     * and collect it is one: they would hide the others in a run that is still compiling.
     */
    public static Map<String, Long> busiest(Map<String, Long> counters) {
        Map<String, Long> ofJvm = new HashMap<>(counters);
        ofJvm.keySet().removeIf(counter -> !Counters.isOfJvm(counter));
        Map<String, Long> others = new HashMap<>(counters);
        others.keySet().removeAll(ofJvm.keySet());
        Map<String, Long> kept = Busiest.of(others, Counters.THREAD_CPU_NANOS, BUSIEST);
        kept.putAll(Busiest.of(ofJvm, Counters.THREAD_CPU_NANOS, 1));
        return kept;
    }
}
