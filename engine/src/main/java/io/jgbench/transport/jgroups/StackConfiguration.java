package io.jgbench.transport.jgroups;

import java.util.List;
import java.util.stream.Collectors;
import org.jgroups.conf.ProtocolConfiguration;
import org.jgroups.conf.ProtocolStackConfigurator;

/** Hands protocols to a channel. */
record StackConfiguration(List<ProtocolConfiguration> protocols) implements ProtocolStackConfigurator {

    @Override
    public String getProtocolStackString() {
        return protocols.stream().map(ProtocolConfiguration::getProtocolString).collect(Collectors.joining(":"));
    }

    @Override
    public List<ProtocolConfiguration> getProtocolStack() {
        return protocols;
    }
}
