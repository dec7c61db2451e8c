package io.jgbench.transport.jgroups;

import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.transport.InvalidStackException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jgroups.JChannel;
import org.jgroups.conf.XmlNode;
import org.jgroups.util.Util;

/**
 * Reads a stack's XML. JGroups' own reader knows no lines, takes text that is not XML and opens any file or address
 * that an include names; this one refuses the second and looks for included files on the class path only.
 */
final class StackParser {
    private static final int MAX_INCLUDE_DEPTH = 8;

    private StackParser() {}

    /**
     * The protocols, the transport protocol first.
     *
     * @throws InvalidStackException if this is not a stack, with one sentence that says where and why
     */
    static List<ProtocolElement> parse(Stack stack) {
        List<ProtocolElement> protocols =
                parse("stack " + stack.name(), new StringReader(stack.xml()), MAX_INCLUDE_DEPTH);
        if (protocols.isEmpty()) {
            throw new InvalidStackException("stack " + stack.name() + " has no protocols; it must be a <config> "
                    + "element with one element for each protocol, the transport protocol first");
        }
        return protocols;
    }

    private static List<ProtocolElement> parse(String source, Reader text, int depth) {
        try {
            XMLStreamReader xml = factory().createXMLStreamReader(text);
            try {
                xml.nextTag();
                if (!xml.getLocalName().equals("config")) {
                    throw new InvalidStackException(
                            place(source, xml) + ": expected the element config, found " + xml.getLocalName());
                }
                List<ProtocolElement> protocols = new ArrayList<>();
                while (xml.nextTag() == XMLStreamConstants.START_ELEMENT) {
                    addProtocol(source, xml, protocols, depth);
                }
                while (xml.hasNext()) {
                    xml.next(); // what follows must be XML, too
                }
                return protocols;
            } finally {
                xml.close();
            }
        } catch (XMLStreamException e) {
            throw new InvalidStackException(
                    source + ", line " + e.getLocation().getLineNumber() + ": not XML: " + reason(e), e);
        }
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        return factory;
    }

    private static void addProtocol(String source, XMLStreamReader xml, List<ProtocolElement> protocols, int depth)
            throws XMLStreamException {
        String place = place(source, xml);
        String name = xml.getLocalName();
        Map<String, String> attributes = attributes(xml);
        List<XmlNode> children = children(xml);
        if (!name.equals("include")) {
            protocols.add(new ProtocolElement(name, attributes, children, place));
            return;
        }
        String file = attributes.remove("file");
        if (file == null) {
            throw new InvalidStackException(place + ": include needs the attribute file");
        }
        String named = Util.substituteVariable(file);
        if (named == null) {
            throw new InvalidStackException(
                    place + ": include names a file by a property that is not set, and has no default: " + file);
        }
        for (ProtocolElement included : include(place, named, depth)) {
            // The other attributes of an include replace those of the protocols that it includes.
            included.attributes().putAll(attributes);
            protocols.add(included);
        }
    }

    private static List<ProtocolElement> include(String place, String file, int depth) {
        if (depth == 0) {
            throw new InvalidStackException(place + ": includes are nested too deep at " + file);
        }
        try (InputStream in = JChannel.class.getClassLoader().getResourceAsStream(file)) {
            if (in == null) {
                throw new InvalidStackException(place + ": there is no " + file + " to include; only files on the "
                        + "class path can be, such as JGroups' udp-default.xml");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return parse(place + ", included " + file, new StringReader(text.strip()), depth - 1);
        } catch (IOException e) {
            throw new InvalidStackException(place + ": cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private static Map<String, String> attributes(XMLStreamReader xml) {
        Map<String, String> attributes = new LinkedHashMap<>();
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            // Those of a namespace, such as xsi:schemaLocation, speak to XML tools, not to JGroups.
            if (xml.getAttributeNamespace(i) == null
                    || xml.getAttributeNamespace(i).isEmpty()) {
                attributes.put(xml.getAttributeLocalName(i), xml.getAttributeValue(i));
            }
        }
        return attributes;
    }

    private static List<XmlNode> children(XMLStreamReader xml) throws XMLStreamException {
        List<XmlNode> children = new ArrayList<>();
        while (xml.nextTag() == XMLStreamConstants.START_ELEMENT) {
            XmlNode child = new XmlNode(xml.getLocalName());
            attributes(xml).forEach(child::addAttribute);
            children(xml).forEach(child::addChild);
            children.add(child);
        }
        return children;
    }

    private static String place(String source, XMLStreamReader xml) {
        return source + ", line " + xml.getLocation().getLineNumber();
    }

    private static String reason(XMLStreamException e) {
        // The JDK's message is "ParseError at [row,col]:[1,2]\nMessage: ..."; the place is told already.
        String message = String.valueOf(e.getMessage());
        int start = message.indexOf("Message: ");
        String reason = start < 0 ? message : message.substring(start + "Message: ".length());
        return reason.replaceAll("\\s+", " ").strip();
    }
}
