package io.jgbench.report.junit;

import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.report.junit.JUnitCases.Case;
import io.jgbench.report.junit.JUnitCases.Group;
import io.jgbench.report.junit.JUnitCases.Outcome;
import java.io.StringWriter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * A suite in the XML that JUnit's Ant task made usual and that CI servers read, with the tests of {@link JUnitCases}.
 */
public final class JUnitReport {
    /** XML 1.0 has no way to write other characters, not even escaped. */
    private static final String NOT_XML = "[^\\t\\n\\r\\u0020-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]";

    private static final String REPLACEMENT = "\uFFFD";
    private static final double NANOS_PER_SECOND = 1e9;

    private final SuiteResult suite;
    private final XMLStreamWriter xml;

    private JUnitReport(SuiteResult suite, XMLStreamWriter xml) {
        this.suite = suite;
        this.xml = xml;
    }

    /** The document, to be stored in UTF-8. */
    public static String of(JUnitCases tests) {
        SuiteResult suite = tests.suite();
        var text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
            new JUnitReport(suite, xml).write(tests.groups());
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("the suite " + suite.suite() + " cannot be written as XML", e);
        }
        return text.toString();
    }

    private void write(List<Group> groups) throws XMLStreamException {
        xml.writeStartDocument("UTF-8", "1.0");
        line();
        xml.writeStartElement("testsuites");
        attribute("name", suite.suite());
        attribute("time", String.format(Locale.ROOT, "%.3f", suite.measuredNanos() / NANOS_PER_SECOND));
        counts(groups.stream().flatMap(group -> group.cases().stream()).toList());
        for (Group group : groups) {
            write(group);
        }
        line();
        xml.writeEndElement();
        line();
        xml.writeEndDocument();
    }

    private void write(Group group) throws XMLStreamException {
        line();
        xml.writeStartElement("testsuite");
        attribute("name", suite.suite() + "." + group.name());
        counts(group.cases());
        attribute("skipped", count(group.cases(), Outcome.SKIPPED));
        if (suite.startTime().isPresent()) {
            attribute(
                    "timestamp",
                    suite.startTime().get().truncatedTo(ChronoUnit.SECONDS).toString());
        }
        for (Case test : group.cases()) {
            line();
            xml.writeStartElement("testcase");
            attribute("classname", suite.suite() + "." + group.name());
            attribute("name", test.name());
            if (test.outcome() != Outcome.PASSED) {
                xml.writeEmptyElement(test.outcome().name().toLowerCase(Locale.ROOT));
                attribute("type", test.type());
                attribute("message", test.message());
            }
            if (!test.details().isEmpty()) {
                xml.writeStartElement("system-out");
                xml.writeCharacters(allowed(test.details()));
                xml.writeEndElement();
            }
            xml.writeEndElement();
        }
        line();
        xml.writeEndElement();
    }

    private void counts(List<Case> cases) throws XMLStreamException {
        attribute("tests", Integer.toString(cases.size()));
        attribute("failures", count(cases, Outcome.FAILURE));
        attribute("errors", count(cases, Outcome.ERROR));
    }

    private static String count(List<Case> cases, Outcome outcome) {
        return Long.toString(
                cases.stream().filter(test -> test.outcome() == outcome).count());
    }

    /** A line break in an attribute would be read as a blank. */
    private void attribute(String name, String value) throws XMLStreamException {
        xml.writeAttribute(name, allowed(value).replaceAll("\\s+", " "));
    }

    private static String allowed(String text) {
        return text.replaceAll(NOT_XML, REPLACEMENT);
    }

    private void line() throws XMLStreamException {
        xml.writeCharacters("\n");
    }
}
