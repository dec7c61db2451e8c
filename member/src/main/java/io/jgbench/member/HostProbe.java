package io.jgbench.member;

import io.jgbench.coordination.protocol.HostNetwork;
import java.util.Map;

/** What the host and the JVM tell about themselves. What a system does not tell is missing, never zero. */
public interface HostProbe extends AutoCloseable {

    /** Begins to sample what no counter of the system tells. */
    void begin();

    /** Ends what {@link #begin} began. */
    @Override
    void close();

    /**
     * Counters since the system or the JVM was started, named as in
     * {@link io.jgbench.coordination.protocol.Counters}. May take some milliseconds.
     */
    Map<String, Long> counters();

    /** What the choice of a flow-control window needs to know; asked for before the transport is open. */
    HostNetwork network();

    /** Facts for the result, by name. */
    Map<String, String> facts();
}
