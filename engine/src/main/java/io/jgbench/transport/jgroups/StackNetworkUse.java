package io.jgbench.transport.jgroups;

import static java.util.Objects.requireNonNullElse;

import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.transport.NetworkUse;
import io.jgbench.transport.ProtocolPortPlan;
import io.jgbench.transport.ProtocolPortPlan.Place;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jgroups.protocols.BasicTCP;
import org.jgroups.protocols.MPING;
import org.jgroups.protocols.UDP;
import org.jgroups.stack.ProtocolStack;
import org.jgroups.util.Util;

/** What a stack uses of the network, told by its protocols. */
final class StackNetworkUse {
    /** {@code UDP.ip_ttl} and {@code MPING.ip_ttl} by default. */
    private static final int DEFAULT_HOPS = 8;

    /** The largest packet that a bundler fills: of JGroups 5.5 and later, and of those before. */
    private static final List<String> LARGEST_BUNDLE = List.of("bundler.max_size", "max_bundle_size");

    /** That by default, in bytes. */
    private static final int DEFAULT_BUNDLE_BYTES = 64_000;

    private static final String FAILURE_DETECTOR = "FD_SOCK2";
    private static final String OLDER_FAILURE_DETECTOR = "FD_SOCK";
    private static final String KEY_SERVER = "SSL_KEY_EXCHANGE";

    /**
     * {@code FD_SOCK2.offset} by default. It is not asked, nor is the key server for its port: other versions of
     * JGroups, which a run may name, lack the methods.
     */
    static final int DEFAULT_OFFSET = 100;

    /** {@code SSL_KEY_EXCHANGE.port} by default. */
    static final int DEFAULT_KEY_SERVER_PORT = 2157;

    /** {@code FD_SOCK2.min_port} and {@code max_port} by default, which it tells nobody. */
    private static final int LEAST_PORT = 1024;

    private static final int PORT_LIMIT = 65_536;

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
        boolean connections = BasicTCP.class.isAssignableFrom(transport);
        return new NetworkUse(
                datagrams, connections, largest, hops, datagrams || connections ? protocolPorts(elements) : List.of());
    }

    private static List<ProtocolPortPlan> protocolPorts(List<ProtocolElement> elements) {
        return elements.stream()
                .flatMap(element -> protocolPort(element).stream())
                .toList();
    }

    /**
     * Empty of a protocol without a port, or with one that the kernel chooses. {@code STATE_SOCK} listens only once a
     * state is asked for, which no run does.
     */
    private static Optional<ProtocolPortPlan> protocolPort(ProtocolElement element) {
        Class<?> type = type(element);
        if (isA(type, FAILURE_DETECTOR)) {
            int offset = number(element, "offset", DEFAULT_OFFSET);
            int limit = Math.max(1, number(element, "max_port", PORT_LIMIT));
            var place = new Place.Above(offset, number(element, "min_port", LEAST_PORT), limit);
            return Optional.of(new ProtocolPortPlan(FAILURE_DETECTOR, place, false));
        }
        if (isA(type, OLDER_FAILURE_DETECTOR)) {
            return inARow(OLDER_FAILURE_DETECTOR, number(element, "start_port", 0), false);
        }
        // its server is the coordinator, which is the member that founds the cluster
        return isA(type, KEY_SERVER)
                ? inARow(KEY_SERVER, number(element, "port", DEFAULT_KEY_SERVER_PORT), true)
                : Optional.empty();
    }

    private static Optional<ProtocolPortPlan> inARow(String protocol, int first, boolean atFirstMemberOnly) {
        return first == 0
                ? Optional.empty()
                : Optional.of(new ProtocolPortPlan(protocol, new Place.InARow(first), atFirstMemberOnly));
    }

    /** By its name: the JGroups of a run may be one that does not have the protocol any more. */
    private static boolean isA(Class<?> type, String protocol) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            if (each.getName().equals("org.jgroups.protocols." + protocol)) {
                return true;
            }
        }
        return false;
    }

    /** JGroups itself says what is wrong with a number that it cannot read. */
    private static int number(ProtocolElement element, String name, int byDefault) {
        String text = attribute(element, name);
        return text.matches("-?[0-9]{1,5}") ? Integer.parseInt(text) : byDefault;
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
