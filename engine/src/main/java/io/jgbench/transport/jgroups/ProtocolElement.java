package io.jgbench.transport.jgroups;

import java.util.List;
import java.util.Map;
import org.jgroups.conf.ProtocolConfiguration;
import org.jgroups.conf.XmlNode;

/**
 * A protocol as a stack's XML has it.
 *
 * @param name the element's name, such as {@code pbcast.NAKACK2}
 * @param attributes its attributes as written, variables not yet replaced
 * @param children elements below it, which the protocol reads itself
 * @param place where it stands: the stack and the line, for messages
 */
record ProtocolElement(String name, Map<String, String> attributes, List<XmlNode> children, String place) {

    /** As JGroups takes it. */
    ProtocolConfiguration toConfiguration() {
        ProtocolConfiguration configuration = new CountingConfiguration(name, attributes);
        children.forEach(configuration::addSubtree);
        return configuration;
    }
}
