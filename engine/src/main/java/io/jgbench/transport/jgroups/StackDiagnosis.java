package io.jgbench.transport.jgroups;

import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.naming.NearestName;
import io.jgbench.transport.InvalidStackException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jgroups.Version;
import org.jgroups.annotations.Property;
import org.jgroups.conf.PropertyHelper;
import org.jgroups.conf.ProtocolConfiguration;
import org.jgroups.stack.Configurator;
import org.jgroups.stack.Protocol;
import org.jgroups.stack.ProtocolStack;
import org.jgroups.util.StackType;
import org.jgroups.util.Util;

/**
 * Finds out why JGroups refused a stack. JGroups' exceptions name a field or nothing; here the attributes are tried one
 * by one, but only after a refusal, so that nothing is refused that JGroups takes.
 */
final class StackDiagnosis {
    private static final int NEAR = 3;

    private StackDiagnosis() {}

    /** The protocol has no class. */
    static InvalidStackException unknownProtocol(ProtocolElement element, Exception cause) {
        return new InvalidStackException(
                element.place() + ": JGroups " + Version.printVersion() + " has no protocol " + element.name(), cause);
    }

    /** The sentence for what JGroups threw. */
    static InvalidStackException explain(
            Stack stack, List<ProtocolElement> elements, List<ProtocolConfiguration> configurations, Throwable thrown) {
        for (int i = 0; i < elements.size(); i++) {
            Optional<String> reason = attributeError(configurations.get(i));
            if (reason.isPresent()) {
                return new InvalidStackException(
                        elements.get(i).place() + ": " + elements.get(i).name() + " " + reason.get(), thrown);
            }
        }
        String missing =
                ChannelFactory.missing(stack, elements).map(it -> "; " + it).orElse("");
        return new InvalidStackException(
                "stack " + stack.name() + " is not accepted: " + rootMessage(thrown) + missing, thrown);
    }

    /** The innermost message of a chain, without JGroups' message number, on one line. */
    static String rootMessage(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = root.getMessage() == null ? root.toString() : root.getMessage();
        return message.replaceFirst("^JGRP\\d+: *", "").replaceAll("\\s+", " ").strip();
    }

    private static Optional<String> attributeError(ProtocolConfiguration configuration) {
        Class<? extends Protocol> type;
        try {
            type = configuration.loadProtocolClass(ProtocolStack.class);
        } catch (Exception e) {
            return Optional.of("cannot be loaded: " + rootMessage(e));
        }
        Set<String> known = properties(type);
        Map<String, Class<?>> components = new HashMap<>();
        Util.forAllComponentTypes(type, (component, prefix) -> components.put(prefix, component));
        for (Map.Entry<String, String> attribute : configuration.getProperties().entrySet()) {
            String name = attribute.getKey();
            int dot = name.indexOf('.');
            if (dot > 0 && components.containsKey(name.substring(0, dot))) {
                // The class of a component is known to its protocol only, so its attributes cannot be tried alone.
                continue;
            }
            if (!known.contains(name)) {
                return Optional.of("has no attribute " + name + nearest(name, known));
            }
            Optional<String> reason = valueError(type, configuration, name, attribute.getValue());
            if (reason.isPresent()) {
                return Optional.of("cannot have " + name + "=\"" + attribute.getValue() + "\": " + reason.get());
            }
        }
        return Optional.empty();
    }

    private static Optional<String> valueError(
            Class<? extends Protocol> type, ProtocolConfiguration configuration, String name, String value) {
        try {
            Configurator.initializeAttrs(
                    type.getDeclaredConstructor().newInstance(),
                    new ProtocolConfiguration(configuration.getProtocolName(), Map.of(name, value)),
                    StackType.IPv4);
            return Optional.empty();
        } catch (Exception e) {
            return Optional.of(rootMessage(e));
        }
    }

    private static Set<String> properties(Class<?> type) {
        Set<String> names = new TreeSet<>();
        for (var field : Util.getAllDeclaredFieldsWithAnnotations(type, Property.class)) {
            // some are set by another name than the field's, such as UDP's mcast_addr
            String other = field.getAnnotation(Property.class).name();
            names.add(other.isEmpty() ? field.getName() : other);
        }
        for (var method : type.getMethods()) {
            if (method.isAnnotationPresent(Property.class) && method.getParameterCount() == 1) {
                names.add(PropertyHelper.getPropertyName(method));
            }
        }
        return names;
    }

    private static String nearest(String name, Set<String> known) {
        String candidate = NearestName.of(name, known);
        return NearestName.distance(name, candidate) <= NEAR ? "; did you mean " + candidate + "?" : "";
    }
}
