package io.jgbench.counters;

import io.jgbench.coordination.protocol.HostNetwork;
import java.util.Map;
import java.util.function.LongSupplier;

/** A probe that adds something to what another one tells. */
public interface ForwardingHostProbe extends HostProbe {

    /** The other one. */
    HostProbe probe();

    @Override
    default void begin() {
        probe().begin();
    }

    @Override
    default void rehearse() {
        probe().rehearse();
    }

    @Override
    default void endRehearsal() {
        probe().endRehearsal();
    }

    @Override
    default void close() {
        probe().close();
    }

    @Override
    default Map<String, Long> counters() {
        return probe().counters();
    }

    @Override
    default Map<String, LongSupplier> momentaryCounters() {
        return probe().momentaryCounters();
    }

    @Override
    default HostNetwork network() {
        return probe().network();
    }

    @Override
    default Map<String, String> facts() {
        return probe().facts();
    }
}
