package io.jgbench.member;

import io.jgbench.coordination.protocol.HostNetwork;
import io.jgbench.counters.HostProbe;
import java.util.Map;
import java.util.function.LongSupplier;

/** A host that counts nothing. */
public record FixedHostProbe(Map<String, String> facts) implements HostProbe {
    @Override
    public void begin() {}

    @Override
    public void rehearse() {}

    @Override
    public void endRehearsal() {}

    @Override
    public void close() {}

    @Override
    public Map<String, Long> counters() {
        return Map.of();
    }

    @Override
    public Map<String, LongSupplier> momentaryCounters() {
        return Map.of();
    }

    @Override
    public HostNetwork network() {
        return HostNetwork.UNKNOWN;
    }
}
