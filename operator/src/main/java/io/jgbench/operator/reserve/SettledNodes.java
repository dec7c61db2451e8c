package io.jgbench.operator.reserve;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.operator.kubernetes.RunRef;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which nodes this operator knows to be restored after the runs that left them changed, by whichever run they were. A
 * Lease that is gone does not tell that: somebody may have removed it.
 */
final class SettledNodes {
    /** Many times what runs leave changed. A run that is forgotten has its nodes restored once more. */
    private static final int MOST_RUNS = 1000;

    @GuardedBy("this")
    private final Map<RunRef, Set<String>> byRun = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<RunRef, Set<String>> eldest) {
            return size() > MOST_RUNS;
        }
    };

    synchronized void add(RunRef run, String node) {
        byRun.computeIfAbsent(run, _ -> new TreeSet<>()).add(node);
    }

    synchronized Set<String> of(RunRef run) {
        return new TreeSet<>(byRun.getOrDefault(run, Set.of()));
    }
}
