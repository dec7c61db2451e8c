package io.jgbench.member;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the kernel counts of the network for another process on this machine, with the names of
 * {@link io.jgbench.coordination.protocol.Counters}.
 */
public final class NetworkCounters {
    private NetworkCounters() {}

    /** Those of a process since it was started, and of its network namespace; empty where the kernel does not tell. */
    public static Map<String, Long> of(long pid) {
        Map<String, Long> counters = new HashMap<>();
        new ProcCounters(Path.of("/proc", Long.toString(pid)), Optional.empty()).addTo(counters);
        return counters;
    }
}
