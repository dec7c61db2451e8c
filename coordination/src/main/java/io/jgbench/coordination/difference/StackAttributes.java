package io.jgbench.coordination.difference;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** A stack's XML as names and values, so that comments and line breaks make no difference. */
public final class StackAttributes {
    /** The name under which the protocols stand in their order. */
    public static final String ORDER = "order";

    /** The value of a protocol's name. */
    static final String IN_THE_STACK = "in the stack";

    private StackAttributes() {}

    /**
     * By {@code PROTOCOL} with the words {@code in the stack}, {@code PROTOCOL.attribute} with its value, and {@link
     * #ORDER}. A protocol that is there twice has a number behind its second name.
     *
     * @throws IllegalArgumentException if it is no XML
     */
    public static SortedMap<String, String> of(String xml) {
        SortedMap<String, String> all = new TreeMap<>();
        List<String> order = new ArrayList<>();
        for (Element protocol : children(root(xml))) {
            String name = protocol.getTagName();
            for (int another = 2; all.containsKey(name); another++) {
                name = protocol.getTagName() + "#" + another;
            }
            order.add(name);
            all.put(name, IN_THE_STACK);
            var attributes = protocol.getAttributes();
            for (int i = 0; i < attributes.getLength(); i++) {
                Node attribute = attributes.item(i);
                all.put(
                        name + "." + attribute.getNodeName(),
                        attribute.getNodeValue().strip());
            }
        }
        all.put(ORDER, String.join(" ", order));
        return all;
    }

    private static Element root(String xml) {
        try {
            var factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            var builder = factory.newDocumentBuilder();
            // it prints on standard error otherwise
            builder.setErrorHandler(null);
            return builder.parse(new InputSource(new StringReader(xml))).getDocumentElement();
        } catch (SAXException | IOException e) {
            throw new IllegalArgumentException("the stack is no XML: " + e.getMessage(), e);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("each JVM has a parser of XML: " + e.getMessage(), e);
        }
    }

    private static List<Element> children(Element root) {
        List<Element> children = new ArrayList<>();
        for (Node node = root.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) {
                children.add(element);
            }
        }
        return children;
    }
}
