package io.jgbench.coordination.spec;

import io.jgbench.coordination.spec.TransportSpec.Stack;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Checks that a JGroups stack has a discovery protocol and a membership protocol. Without them members never see each
 * other, and a run would wait for its whole {@code start.timeout}.
 *
 * <p>A protocol is known by its name alone, as the operator has no JGroups. A stack is refused only if each of its
 * protocols is one of JGroups' own: a class of somebody else's may discover members or install views by itself.
 */
public final class StackProtocols {
    /**
     * JGroups' protocols that neither discover members nor install views. {@code INJECT_VIEW} and {@code FORK} are left
     * out on purpose: the first installs views, the second has stacks of its own.
     */
    public static final Set<String> OTHERS = Set.of("""
            SHARED_LOOPBACK SimpleTCP TCP TCP_NIO2 TUNNEL UDP ASYM_ENCRYPT AUTH BARRIER BATCH2 CLEAR_FLAGS \
            COMPRESS COUNTER DAISYCHAIN DELAY DH_KEY_EXCHANGE DISCARD DISCARD_PAYLOAD DROP DUPL FD_ALL FD_ALL2 \
            FD_ALL3 FD_HOST FD_SOCK FD_SOCK2 FRAG FRAG2 FRAG3 FRAG4 HDRS MAKE_BATCH MERGE3 MFC NAKACK3 NAKACK4 \
            NON_BLOCKING_SENDS PDC PERF RATE_LIMITER RATE_LIMITER2 RED REVERSE REVERSE2 RSVP SEQUENCER \
            SEQUENCER2 SERIALIZE SHUFFLE SIZE SIZE2 SNIFF SOS SSL_KEY_EXCHANGE STATS STOMP SYM_ENCRYPT \
            THREAD_COUNT TIME TRACE UFC UNBATCH UNBATCH_OOB UNICAST3 UNICAST4 VERIFY_SUSPECT VERIFY_SUSPECT2 \
            pbcast.NAKACK2 pbcast.STABLE pbcast.STATE pbcast.STATE_SOCK pbcast.STATE_TRANSFER""".split(" ", -1));

    /** JGroups' discovery protocols, those of jgroups-kubernetes included. */
    public static final Set<String> DISCOVERY = Set.of("""
            BPING FILE_PING JDBC_PING JDBC_PING2 LOCAL_PING MPING PING RACKSPACE_PING SHARED_LOOPBACK_PING \
            SWIFT_PING TCPGOSSIP TCPPING dns.DNS_PING kubernetes.KUBE_PING""".split(" ", -1));

    /** JGroups' membership protocol. */
    public static final String MEMBERSHIP = "pbcast.GMS";

    private static final String PACKAGE = "org.jgroups.protocols.";

    private StackProtocols() {}

    /**
     * What a stack certainly lacks, in one sentence; empty if nothing, or if that cannot be told from its text because
     * it includes files, is not XML or has protocols that are not JGroups' own.
     */
    public static Optional<String> missing(Stack stack) {
        return missing(stack.name(), names(stack.xml()));
    }

    /**
     * What a stack certainly lacks.
     *
     * @param stack the stack's name, for the sentence
     * @param protocols the names of its protocols as a stack's XML has them, with or without JGroups' package
     */
    public static Optional<String> missing(String stack, List<String> protocols) {
        List<String> names = protocols.stream()
                .map(name -> name.startsWith(PACKAGE) ? name.substring(PACKAGE.length()) : name)
                .toList();
        boolean discovers = names.stream().anyMatch(DISCOVERY::contains);
        boolean formsViews = names.contains(MEMBERSHIP);
        boolean isAllKnown = names.stream()
                .allMatch(name -> OTHERS.contains(name) || DISCOVERY.contains(name) || name.equals(MEMBERSHIP));
        if (names.isEmpty() || !isAllKnown || (discovers && formsViews)) {
            return Optional.empty();
        }
        List<String> needs = new ArrayList<>();
        List<String> advice = new ArrayList<>();
        if (!discovers) {
            needs.add("a discovery protocol, by which members find each other");
            advice.add("add TCPPING after the transport protocol, it gets the members' addresses from the run");
        }
        if (!formsViews) {
            needs.add("a membership protocol, which forms their view");
            advice.add("add " + MEMBERSHIP);
        }
        return Optional.of("stack " + stack + " must have " + String.join(", and ", needs) + ", got: "
                + String.join(", ", names) + "; " + String.join("; ", advice));
    }

    /** The protocols that a text names itself; none if it is not the whole stack or not XML. */
    private static List<String> names(String xml) {
        try {
            XMLStreamReader reader = factory().createXMLStreamReader(new StringReader(xml.strip()));
            List<String> names = new ArrayList<>();
            int depth = 0;
            while (reader.hasNext()) {
                switch (reader.next()) {
                    case XMLStreamConstants.START_ELEMENT -> {
                        if (depth++ == 1) {
                            names.add(reader.getLocalName());
                        }
                    }
                    case XMLStreamConstants.END_ELEMENT -> depth--;
                    default -> {}
                }
            }
            return names;
        } catch (XMLStreamException _) {
            // Who parses the stack says where it is not XML.
            return List.of();
        }
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        return factory;
    }
}
