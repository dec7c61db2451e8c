package io.jgbench.transport.jgroups;

import static java.util.Objects.requireNonNullElse;

import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.transport.NetworkUse;
import java.util.List;
import java.util.OptionalInt;
import org.jgroups.protocols.BasicTCP;
import org.jgroups.protocols.MPING;
import org.jgroups.protocols.UDP;
import org.jgroups.stack.ProtocolStack;
import org.jgroups.util.Util;

/** What a stack uses of the network, told by its transport protocol and its discovery. */
final class StackNetworkUse {
    /** {@code UDP.ip_ttl} and {@code MPING.ip_ttl} by default. */
    private static final int DEFAULT_HOPS = 8;

    /** The largest packet that a bundler fills: of JGroups 5.5 and later, and of those before. */
    private static final List<String> LARGEST_BUNDLE = List.of("bundler.max_size", "max_bundle_size");

    /** That by default, in bytes. */
    private static final int DEFAULT_BUNDLE_BYTES = 64_000;

    private StackNetworkUse() {}

    /**
     * Of a stack whose addresses are planned.
     *
     * @throws io.jgbench.transport.InvalidStackException if it cannot be read
     */
    static NetworkUse of(Stack stack) {
        List<ProtocolElement> elements = StackParser.parse(stack);
        Class<?> transport = type(elements.getFirst());
        boolean datagrams = UDP.class.isAssignableFrom(transport);
        boolean isMulticast = datagrams && isMulticast(elements.getFirst());
        OptionalInt hops = isMulticast ? hops(elements.getFirst()) : OptionalInt.empty();
        for (var element : elements) {
            if (hops.isEmpty() && MPING.class.isAssignableFrom(type(element))) {
                hops = hops(element);
            }
        }
        OptionalInt largest = datagrams ? OptionalInt.of(largestBundleBytes(elements.getFirst())) : OptionalInt.empty();
        return new NetworkUse(datagrams, BasicTCP.class.isAssignableFrom(transport), largest, hops);
    }

    /** On by default; JGroups takes any text but {@code true} for off. */
    private static boolean isMulticast(ProtocolElement element) {
        String text = attribute(element, "ip_mcast");
        return text.isEmpty() || Boolean.parseBoolean(text);
    }

    /** JGroups itself says what is wrong with a size that it cannot read. */
    private static int largestBundleBytes(ProtocolElement element) {
        String text = LARGEST_BUNDLE.stream()
                .map(name -> attribute(element, name))
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse("");
        try {
            return Util.readBytesInteger(text);
        } catch (NumberFormatException _) {
            return DEFAULT_BUNDLE_BYTES;
        }
    }

    private static OptionalInt hops(ProtocolElement element) {
        String text = attribute(element, "ip_ttl");
        return OptionalInt.of(text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : DEFAULT_HOPS);
    }

    /** Empty where there is none: JGroups leaves out one whose variable has no value. */
    private static String attribute(ProtocolElement element, String name) {
        return requireNonNullElse(Util.substituteVariable(element.attributes().get(name)), "");
    }

    private static Class<?> type(ProtocolElement element) {
        try {
            return element.toConfiguration().loadProtocolClass(ProtocolStack.class);
        } catch (Exception e) {
            throw StackDiagnosis.unknownProtocol(element, e);
        }
    }
}
