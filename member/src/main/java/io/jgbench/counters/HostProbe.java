package io.jgbench.counters;

import io.jgbench.coordination.protocol.HostNetwork;
import java.util.Map;
import java.util.function.LongSupplier;

/** What the host and the JVM tell about themselves. What a system does not tell is missing, never zero. */
public interface HostProbe extends AutoCloseable {

    /** Begins to sample what no counter of the system tells. */
    void begin();

    /** Samples often from now on, so that the compilers are done with it before anything is measured. */
    void rehearse();

    /** Samples as seldom as beside a measurement from now on. */
    void endRehearsal();

    /** Ends what {@link #begin} began. */
    @Override
    void close();

    /**
     * Counters since the system or the JVM was started, named as in
     * {@link io.jgbench.coordination.protocol.Counters}. May take some milliseconds.
     */
    Map<String, Long> counters();

    /**
     * Those of the counters that tell what stopped the member, each to be read by itself: for who asks ten times a
     * second, by one thread at a time. Those that the kernel keeps may be a second old; each other takes less than a
     * microsecond.
     */
    Map<String, LongSupplier> momentaryCounters();

    /** What the choice of a flow-control window needs to know; asked for before the transport is open. */
    HostNetwork network();

    /**
     * What the host and the JVM are like, by name; see {@link
     * io.jgbench.coordination.environment.HostSnapshot}. Takes some ten milliseconds, so that it is asked for once and
     * before anything is measured.
     */
    Map<String, String> facts();
}
