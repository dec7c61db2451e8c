package io.jgbench.local.host;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** A host that does what another one does, but for what a subclass overrides. */
public abstract class ForwardingHost implements Host {
    private final Host host;

    /** All calls go to this host. */
    protected ForwardingHost(Host host) {
        this.host = host;
    }

    @Override
    public String name() {
        return host.name();
    }

    @Override
    public String address() {
        return host.address();
    }

    @Override
    public String controlAddress() {
        return host.controlAddress();
    }

    @Override
    public int mtu() {
        return host.mtu();
    }

    @Override
    public OptionalLong lineRateBitsPerSecond() {
        return host.lineRateBitsPerSecond();
    }

    @Override
    public OptionalLong portQueueBytes() {
        return host.portQueueBytes();
    }

    @Override
    public Map<String, Long> counters() throws IOException {
        return host.counters();
    }

    @Override
    public List<String> command(List<String> command) {
        return host.command(command);
    }

    @Override
    public MemberHandle start(List<String> java, String config) throws IOException {
        return host.start(java, config);
    }
}
