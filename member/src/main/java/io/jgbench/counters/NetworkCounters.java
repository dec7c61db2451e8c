package io.jgbench.counters;

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
        return of(pid, Optional.empty());
    }

    /** The same, with those of an interface in its network namespace since that was made. */
    public static Map<String, Long> of(long pid, String interfaceName) {
        return of(pid, Optional.of(interfaceName));
    }

    private static Map<String, Long> of(long pid, Optional<String> interfaceName) {
        Map<String, Long> counters = new HashMap<>();
        new ProcCounters(Path.of("/proc", Long.toString(pid)), interfaceName).addTo(counters);
        return counters;
    }
}
