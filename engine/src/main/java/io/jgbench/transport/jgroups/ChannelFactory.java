package io.jgbench.transport.jgroups;

import io.jgbench.coordination.spec.StackProtocols;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.transport.InvalidStackException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jgroups.JChannel;
import org.jgroups.conf.ProtocolConfiguration;
import org.jgroups.stack.ProtocolStack;

/** Makes channels that are not connected yet: no socket is open and no thread runs. */
final class ChannelFactory {
    private ChannelFactory() {}

    /**
     * A channel with the stack as the plan has it.
     *
     * @throws InvalidStackException if JGroups does not take the stack, with one sentence that names the stack, the
     *     line and, where they can be told, the protocol and the attribute
     */
    static JChannel create(Stack stack, StackPlan plan) {
        List<ProtocolElement> elements = StackParser.parse(stack);
        List<ProtocolConfiguration> configurations = new ArrayList<>();
        for (ProtocolElement element : elements) {
            ProtocolConfiguration configuration = element.toConfiguration();
            try {
                plan.apply(configuration, configuration.loadProtocolClass(ProtocolStack.class));
            } catch (Exception e) {
                throw StackDiagnosis.unknownProtocol(element, e);
            }
            configurations.add(configuration);
        }
        JChannel channel;
        try {
            channel = new JChannel(new StackConfiguration(configurations));
        } catch (Exception | LinkageError e) {
            throw StackDiagnosis.explain(stack, elements, configurations, e);
        }
        Optional<String> missing = missing(stack, elements);
        if (missing.isPresent()) {
            channel.close();
            throw new InvalidStackException(missing.get());
        }
        return channel;
    }

    /** With the protocols of included files, which the text of the stack alone does not name. */
    static Optional<String> missing(Stack stack, List<ProtocolElement> elements) {
        return StackProtocols.missing(
                stack.name(), elements.stream().map(ProtocolElement::name).toList());
    }
}
