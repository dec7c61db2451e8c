package io.jgbench.transport.jgroups;

import io.jgbench.coordination.environment.HostFact;
import java.lang.reflect.Field;
import java.net.DatagramSocket;
import java.net.SocketException;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jgroups.JChannel;
import org.jgroups.Version;
import org.jgroups.annotations.Property;
import org.jgroups.protocols.BasicTCP;
import org.jgroups.protocols.FlowControl;
import org.jgroups.protocols.MFC;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.UDP;
import org.jgroups.protocols.UFC;
import org.jgroups.stack.Protocol;
import org.jgroups.util.Util;

/** Facts about a channel that is connected, for the result. */
final class StackFacts {
    /** Attributes that hold a secret although their protocol lets JMX show them, of extensions for instance. */
    private static final Pattern SECRET = Pattern.compile(
            "passw|passphrase|secret|credential|access_?key|api_?key|auth_value", Pattern.CASE_INSENSITIVE);

    private static final String HIDDEN = "***";

    private StackFacts() {}

    /** By name; sizes in bytes. */
    static Map<String, String> of(JChannel channel, String stackName) {
        Map<String, String> facts = new TreeMap<>();
        TP transport = channel.getProtocolStack().getTransport();
        facts.put(HostFact.JGROUPS.label(), Version.printVersion());
        facts.put(fact("stackName"), stackName);
        facts.put(
                fact("protocols"),
                channel.getProtocolStack().getProtocols().reversed().stream()
                        .map(Protocol::getName)
                        .collect(Collectors.joining(" ")));
        facts.put(fact("stack"), stack(channel));
        facts.put(fact("bindAddress"), transport.getBindAddress().getHostAddress());
        facts.put(fact("bundlerMaxBytes"), String.valueOf(transport.getBundler().getMaxSize()));
        facts.put(fact("bundler"), transport.getBundler().getClass().getSimpleName());
        addWindow(facts, HostFact.MULTICAST_WINDOW, channel.getProtocolStack().findProtocol(MFC.class));
        addWindow(facts, HostFact.UNICAST_WINDOW, channel.getProtocolStack().findProtocol(UFC.class));
        switch (transport) {
            case UDP udp -> addBuffers(facts, udp);
            case BasicTCP tcp -> {
                facts.put(fact("receiveBufferBytesAsked"), String.valueOf(tcp.getRecvBufSize()));
                facts.put(fact("sendBufferBytesAsked"), String.valueOf(tcp.getSendBufSize()));
            }
            default -> {}
        }
        return facts;
    }

    private static String fact(String name) {
        return HostFact.JGROUPS_FACT.label(name);
    }

    /** As it would be given to JGroups, so without the classes that stand in place of its own; secrets are hidden. */
    private static String stack(JChannel channel) {
        String xml = channel.getProtocolStack().printProtocolSpecAsXML();
        for (Protocol protocol : channel.getProtocolStack().getProtocols()) {
            Class<?> type = protocol.getClass();
            xml = withoutSecrets(xml, protocol);
            xml = xml.replace(
                    "<" + type.getName() + " ",
                    "<"
                            + KeyedProtocols.original(CountingProtocols.original(type))
                                    .getName() + " ");
        }
        return xml;
    }

    /** JGroups prints a secret as any other attribute, and in place of a variable what the environment has for it. */
    private static String withoutSecrets(String xml, Protocol protocol) {
        String without = xml;
        for (Class<?> type = protocol.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (isSecret(field)) {
                    // the whole value, as one with a quotation mark is not escaped
                    String printed = attribute(field, Util.getField(field, protocol));
                    without = without.replace(printed, attribute(field, HIDDEN));
                }
            }
        }
        return without;
    }

    private static boolean isSecret(Field field) {
        Property property = field.getAnnotation(Property.class);
        return property == null
                ? isSecret(field.getName())
                : !property.exposeAsManagedAttribute() || isSecret(field.getName()) || isSecret(property.name());
    }

    private static boolean isSecret(String name) {
        return SECRET.matcher(name).find();
    }

    /** As JGroups' {@code printProtocolSpecAsXML} writes it. */
    private static String attribute(Field field, Object value) {
        return " " + field.getName() + "=\"" + value + "\" ";
    }

    private static void addWindow(Map<String, String> facts, HostFact window, FlowControl flowControl) {
        if (flowControl != null) {
            facts.put(window.label(), String.valueOf(flowControl.getMaxCredits()));
        }
    }

    private static void addBuffers(Map<String, String> facts, UDP udp) {
        if (udp.supportsMulticasting()) {
            facts.put(
                    fact("multicastGroup"), udp.getMulticastAddress().getHostAddress() + ":" + udp.getMulticastPort());
            addBuffer(facts, fact("multicastReceiveBufferBytes"), udp, "mcast_sock", udp.getMcastRecvBufSize());
        }
        addBuffer(facts, fact("unicastReceiveBufferBytes"), udp, "sock", udp.getUcastRecvBufSize());
    }

    private static void addBuffer(Map<String, String> facts, String name, UDP udp, String socketField, int asked) {
        facts.put(name + "Asked", String.valueOf(asked));
        // JGroups has no method that tells what the kernel granted.
        Field field = Util.getField(UDP.class, socketField);
        if (field != null && Util.getField(field, udp) instanceof DatagramSocket socket) {
            try {
                facts.put(name + "Granted", String.valueOf(socket.getReceiveBufferSize()));
            } catch (SocketException e) {
                facts.put(name + "Granted", "unknown: " + e.getMessage());
            }
        }
    }
}
