package io.jgbench.report.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.statistics.Claim;
import io.jgbench.coordination.statistics.Interval;
import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.coordination.suite.result.CellResult.VisitRun;
import io.jgbench.coordination.suite.result.CellResultBuilder;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.coordination.suite.result.SuiteResultBuilder;
import io.jgbench.coordination.suite.result.ThresholdResult.ThresholdOutcome;
import io.jgbench.report.console.Style;
import io.jgbench.report.console.SuiteReport;
import io.jgbench.report.console.SuiteReportTest;
import io.jgbench.report.junit.JUnitCases.SlowerFails;
import io.jgbench.report.papers.PaperShares;
import io.jgbench.report.papers.PublishedPoint;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.validation.SchemaFactory;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class JUnitReportTest {
    private static final String HOSTILE = "stack=<b onclick=\"x\">&amp;'</b>]]>\u0000\u001B[31m\uD800\n-->";

    @Test
    void cellsThresholdsAndComparisonsAreTests() throws Exception {
        Document tests = validated(suite(SuiteReportTest.whole(), SuiteReportTest.lacking()));

        assertThat(text(tests, "/testsuites/@tests")).isEqualTo("8");
        assertThat(text(tests, "/testsuites/@failures")).isEqualTo("1");
        assertThat(text(tests, "/testsuites/@errors")).isEqualTo("2");
        assertThat(text(tests, "/testsuites/@time")).isEqualTo("720.000");
        assertThat(text(tests, "//testsuite[@name='lab.cells']/@timestamp")).isEqualTo("2026-11-01T10:00:00Z");
        assertThat(text(tests, "//testcase[@name='stack=udp']/@classname")).isEqualTo("lab.cells");
        assertThat(text(tests, "//testcase[@name='stack=udp']/system-out"))
                .contains("unitsPerSecond: median 126,480, 95 % interval 120,000 to 130,000");
        assertThat(text(tests, "count(//testcase[@name='stack=udp']/*)")).isEqualTo("1");
        assertThat(text(tests, "//testcase[@name='stack=tcp']/error/@message"))
                .isEqualTo("0 of 6 rounds have valid figures; the first that has none: MemberLost: member-1 is gone");
    }

    @Test
    void roundThatIsValidAfterARetryIsNotTheFirstThatHasNone() throws Exception {
        CellResult cell = CellResultBuilder.builder(SuiteReportTest.lacking())
                .plannedRounds(2)
                .validRounds(1)
                .runs(List.of(
                        new VisitRun("lab-c2-r1", 1, 1, VisitOutcome.INVALID, Optional.of("ReceiveDrops: some")),
                        new VisitRun("lab-c2-r1-a2", 1, 2, VisitOutcome.VALID, Optional.empty()),
                        new VisitRun("lab-c2-r2", 2, 1, VisitOutcome.FAILED, Optional.of("MemberLost: member-1"))))
                .build();

        assertThat(text(validated(suite(cell)), "//testcase[@name='stack=tcp']/error/@message"))
                .isEqualTo("1 of 2 rounds have valid figures; the first that has none: MemberLost: member-1");
    }

    @Test
    void cellWhoseStackChangedIsAnError() throws Exception {
        CellResult mixed = CellResultBuilder.builder(SuiteReportTest.whole())
                .stackHashes(Set.of("beef", "feed"))
                .build();

        assertThat(text(validated(suite(mixed)), "//testcase[@name='stack=udp']/error/@message"))
                .isEqualTo("its stack changed from visit to visit (stacks beef, feed)");
        assertThat(SuiteReport.text(suite(mixed), Style.PLAIN, false))
                .contains("stack=udp: its stack changed from visit to visit (stacks beef, feed), so that it has no")
                .contains("COMPLETED. The stack of 1 of 1 cells was changed while they were measured");
    }

    @Test
    void missedThresholdIsAFailureAndOneThatTakesMoreRoundsIsSkipped() throws Exception {
        Document tests = validated(suite(SuiteReportTest.whole()));

        String threshold = ": lower bound of unitsPerSecond at least 50,000";
        assertThat(text(tests, "//testsuite[@name='lab.thresholds']/@skipped")).isEqualTo("1");
        assertThat(text(tests, "//testcase[@name='stack=udp" + threshold + "']/system-out"))
                .isEqualTo("found 120,000");
        assertThat(text(tests, "//testcase[@name='stack=tcp" + threshold + "']/failure/@message"))
                .isEqualTo("found 9.0");
        assertThat(text(tests, "//testcase[@name='stack=nio" + threshold + "']/skipped/@message"))
                .isEqualTo("no visit is valid");
    }

    @Test
    void figureThatJustMissesItsThresholdIsToldWithMoreDigitsInATestOfTheSameName() throws Exception {
        Document tests = validated(SuiteResultBuilder.builder(suite(SuiteReportTest.whole()))
                .thresholds(List.of(SuiteReportTest.threshold(
                        "stack=udp", OptionalDouble.of(49_999.6), ThresholdOutcome.MISSED, Optional.empty())))
                .build());

        String name = "stack=udp: lower bound of unitsPerSecond at least 50,000";
        assertThat(text(tests, "//testcase[@name='" + name + "']/failure/@message"))
                .isEqualTo("found 49,999.600");
    }

    @Test
    void comparisonIsATestThatPassesWhereAWordIsSaid() throws Exception {
        Document tests = validated(suite(SuiteReportTest.whole()));

        String cases = "//testsuite[@name='lab.comparisons']/testcase";
        assertThat(text(tests, cases + "[1]/system-out")).contains("SLOWER: B is slower than A.");
        assertThat(text(tests, "count(" + cases + "[1]/*)")).isEqualTo("1");
        assertThat(text(tests, cases + "[2]/skipped/@message")).isEqualTo("it would probably take 7 more rounds");
        assertThat(text(tests, cases + "[3]/error/@message")).isEqualTo("hosts or JVMs changed");
    }

    @Test
    void armThatIsSlowerFailsWhereThatIsAskedFor() throws Exception {
        SuiteResult suite = suite(SuiteReportTest.whole());
        Document tests = validated(JUnitReport.of(JUnitCases.of(suite).failing(SlowerFails.ALWAYS)));

        String cases = "//testsuite[@name='lab.comparisons']/testcase";
        assertThat(text(tests, cases + "[1]/failure/@type")).isEqualTo("Slower");
        assertThat(text(tests, cases + "[1]/failure/@message")).startsWith("unitsPerSecond: B less A is ");
        assertThat(text(tests, "//testsuite[@name='lab.comparisons']/@failures"))
                .isEqualTo("1");
    }

    @Test
    void figureOfAPaperIsATestThatPassesWithBothShares() throws Exception {
        var share = new PaperShares.CellShare(
                "stack=udp",
                "perf.Test 2008, 4 members",
                "1 Gbit/s, 2008",
                PublishedPoint.Range.of(680),
                Optional.of(912.0),
                Optional.of(new Interval(900, 921, 0.95)),
                Optional.empty());
        Document tests = validated(
                suite(SuiteReportTest.whole()), Optional.of(new PaperShares("perf-test-2008", List.of(share))));

        String name = "//testsuite[@name='lab.paper']/testcase[@name='stack=udp beside perf.Test 2008, 4 members']";
        assertThat(text(tests, name + "/system-out"))
                .isEqualTo("Cell stack=udp: 91.2 % of the line rate (95 % interval 90.0 % to 92.1 %), and 68.0 % in"
                        + " perf-test-2008 on other hardware.");
        assertThat(text(tests, "//testsuite[@name='lab.paper']/@failures")).isEqualTo("0");
    }

    @Test
    void namesAndReasonsAreTextWhateverTheyHold() throws Exception {
        CellResult hostile = CellResultBuilder.builder(SuiteReportTest.lacking())
                .cell(HOSTILE)
                .runs(List.of(new VisitRun("lab-c1-r1", 1, 1, VisitOutcome.FAILED, Optional.of("Killed: " + HOSTILE))))
                .build();

        Document tests = validated(suite(hostile));

        assertThat(text(tests, "//testcase[1]/@name"))
                .isEqualTo("stack=<b onclick=\"x\">&amp;'</b>]]>\uFFFD\uFFFD[31m\uFFFD -->");
        assertThat(text(tests, "//testcase[1]/system-out")).contains("Killed: stack=<b onclick=\"x\">&amp;'</b>]]>");
        assertThat(text(tests, "count(//b)")).isEqualTo("0");
    }

    @Test
    void cellThatIsNotVisitedYetIsSkippedUntilTheSuiteIsOver() throws Exception {
        CellResult untouched = CellResultBuilder.builder(SuiteReportTest.lacking())
                .failedVisits(0)
                .runs(List.of())
                .build();

        assertThat(text(validated(SuiteReportTest.suite(SuitePhase.RUNNING, untouched)), "//skipped/@message"))
                .isEqualTo("no visit was made");
        assertThat(text(validated(SuiteReportTest.suite(SuitePhase.BUDGET_SPENT, untouched)), "//error/@message"))
                .isEqualTo("no visit was made");
    }

    @Test
    void cellThatLacksARoundIsAnErrorUnlessTheSuiteWasCutOff() throws Exception {
        CellResult shorter = CellResultBuilder.builder(SuiteReportTest.whole())
                .plannedRounds(8)
                .build();

        assertThat(text(validated(SuiteReportTest.suite(SuitePhase.COMPLETED, shorter)), "//error/@message"))
                .isEqualTo("6 of 8 rounds have valid figures");
        assertThat(text(validated(SuiteReportTest.suite(SuitePhase.BUDGET_SPENT, shorter)), "/testsuites/@errors"))
                .isEqualTo("0");
    }

    private static SuiteResult suite(CellResult... cells) {
        return SuiteResultBuilder.builder(SuiteReportTest.suite(SuitePhase.COMPLETED, cells))
                .startTime(Optional.of(Instant.parse("2026-11-01T10:00:00.123Z")))
                .thresholds(List.of(
                        SuiteReportTest.threshold(
                                "stack=udp", OptionalDouble.of(120_000), ThresholdOutcome.MET, Optional.empty()),
                        SuiteReportTest.threshold(
                                "stack=tcp", OptionalDouble.of(9), ThresholdOutcome.MISSED, Optional.empty()),
                        SuiteReportTest.threshold(
                                "stack=nio",
                                OptionalDouble.empty(),
                                ThresholdOutcome.INCONCLUSIVE,
                                Optional.of("no visit is valid"))))
                .comparisons(List.of(
                        SuiteReportTest.compared(Claim.SLOWER, 0),
                        SuiteReportTest.compared(Claim.INCONCLUSIVE, 7),
                        SuiteReportTest.refused("hosts or JVMs changed")))
                .build();
    }

    /** The document, which a CI server can read. */
    private static Document validated(SuiteResult suite) throws Exception {
        return validated(suite, Optional.empty());
    }

    private static Document validated(SuiteResult suite, Optional<PaperShares> paper) throws Exception {
        return validated(JUnitReport.of(JUnitCases.of(suite).beside(paper)));
    }

    private static Document validated(String text) throws Exception {
        byte[] stored = text.getBytes(StandardCharsets.UTF_8);
        var parsers = DocumentBuilderFactory.newDefaultInstance();
        parsers.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        Document document = parsers.newDocumentBuilder()
                .parse(new InputSource(new StringReader(new String(stored, StandardCharsets.UTF_8))));
        SchemaFactory.newDefaultInstance()
                .newSchema(JUnitReportTest.class.getResource("junit.xsd"))
                .newValidator()
                .validate(new DOMSource(document));
        return document;
    }

    private static String text(Document document, String path) throws Exception {
        return XPathFactory.newDefaultInstance().newXPath().evaluate(path, document);
    }
}
