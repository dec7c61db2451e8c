package io.jgbench.transport.jgroups;

import io.jgbench.measure.Sampling;
import java.util.Map;
import org.jgroups.conf.ProtocolConfiguration;
import org.jgroups.stack.Protocol;

/** A protocol's configuration, made with the class that counts missed messages or takes the key of the run. */
final class CountingConfiguration extends ProtocolConfiguration {

    /** Of the protocol's name and attributes as a stack has them. */
    CountingConfiguration(String name, Map<String, String> attributes) {
        super(name, attributes);
    }

    @Override
    public Class<? extends Protocol> loadProtocolClass(Class<?> loadingClass) throws Exception {
        Class<? extends Protocol> type =
                KeyedProtocols.inPlaceOf(super.loadProtocolClass(loadingClass), getProperties());
        return Sampling.isOn() ? CountingProtocols.inPlaceOf(type) : type;
    }
}
