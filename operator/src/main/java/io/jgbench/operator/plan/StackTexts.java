package io.jgbench.operator.plan;

import io.jgbench.api.v1alpha1.ConfigMapKeyRef;
import io.jgbench.api.v1alpha1.StackSource;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Finds the text of a stack. Whether its protocols exist only a member can tell, which has JGroups; that it is XML and
 * looks like a stack is told here, before anything is started.
 */
public final class StackTexts {
    /** JGroups' own stacks are in its jar, which only members have; so they are included, not copied. */
    private static final String SHIPPED_PREFIX = "jgroups-";

    private StackTexts() {}

    /**
     * The stack of a source.
     *
     * @param configMapText what stands in the ConfigMap that the source names, if it names one
     * @throws IllegalArgumentException if there is none or it is no stack, with one sentence
     */
    public static Stack find(StackSource source, Optional<String> configMapText) {
        if (source.name() != null) {
            return source.name().startsWith(SHIPPED_PREFIX) ? shipped(source.name()) : bundled(source.name());
        }
        if (source.inline() != null) {
            return checked("inline", source.inline());
        }
        var ref = source.configMapKeyRef();
        return checked(name(ref), configMapText.orElseThrow());
    }

    /** What a stack is called that stands in a ConfigMap. */
    public static String name(ConfigMapKeyRef ref) {
        return ref.name() + "/" + ref.key();
    }

    private static Stack shipped(String name) {
        String file = name.substring(SHIPPED_PREFIX.length()) + ".xml";
        return new Stack(name, "<config xmlns=\"urn:org:jgroups\"><include file=\"" + file + "\"/></config>");
    }

    private static Stack bundled(String name) {
        try (InputStream in = StackTexts.class.getResourceAsStream("/io/jgbench/stacks/" + name + ".xml")) {
            if (in == null) {
                throw new IllegalArgumentException("there is no bundled stack " + name
                        + "; bundled are udp, tcp, tcp-nio, tcp-kube, tcp-dns, udp-auth, tcp-auth, udp-encrypted,"
                        + " tcp-encrypted and those of JGroups under jgroups-udp, jgroups-tcp and the like; write"
                        + " another one inline or into a ConfigMap");
            }
            return new Stack(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("the operator's own jar cannot be read", e);
        }
    }

    private static Stack checked(String name, String xml) {
        var factory = XMLInputFactory.newFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try {
            XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(xml.strip()));
            reader.nextTag();
            if (!reader.getLocalName().equals("config")) {
                throw new IllegalArgumentException(
                        "stack " + name + " must be a <config> element, got <" + reader.getLocalName() + ">");
            }
            while (reader.hasNext()) {
                reader.next();
            }
            return new Stack(name, xml);
        } catch (XMLStreamException e) {
            var at = e.getLocation();
            throw new IllegalArgumentException(
                    "stack " + name + " is not XML: line " + at.getLineNumber() + ", column " + at.getColumnNumber()
                            + ": " + said(e),
                    e);
        }
    }

    /** The parser's own sentence, without the place that it repeats. */
    private static String said(XMLStreamException e) {
        String message = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
        int sentence = message.indexOf("Message: ");
        return sentence < 0 ? message : message.substring(sentence + "Message: ".length());
    }
}
