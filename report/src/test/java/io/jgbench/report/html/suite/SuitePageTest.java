package io.jgbench.report.html.suite;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.ReasonWord;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.difference.Difference;
import io.jgbench.coordination.environment.EnvironmentFacts;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.result.Spread;
import io.jgbench.coordination.statistics.Claim;
import io.jgbench.coordination.statistics.ClaimRule;
import io.jgbench.coordination.statistics.Interval;
import io.jgbench.coordination.statistics.PairedEffect;
import io.jgbench.coordination.suite.DigestSeries;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitDigestBuilder;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.suite.result.ArmComparison;
import io.jgbench.coordination.suite.result.ArmComparisonBuilder;
import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.coordination.suite.result.CellResult.VisitRun;
import io.jgbench.coordination.suite.result.CellResultBuilder;
import io.jgbench.coordination.suite.result.FigureSummary;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.coordination.suite.result.SuiteResultBuilder;
import io.jgbench.report.TestResults;
import io.jgbench.report.TestSuites;
import io.jgbench.report.stored.RunDeclaration;
import io.jgbench.report.stored.StoredSuite;
import io.jgbench.report.stored.SuiteDetails;
import io.jgbench.report.stored.SuiteDetails.EnvironmentChange;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a suite as a browser reads it. */
class SuitePageTest {
    private static final int MOST_BYTES = 5_000_000;
    private static final int MOST_DRAWN_BYTES = 1_500_000;

    @TempDir
    private Path results;

    private Document page(TestSuites suite) throws Exception {
        return Jsoup.parse(SuitePage.html(suite.stored(results)));
    }

    @Test
    void verdictCountsWhatIsMissingAndNamesWhatHeldEachCell() throws Exception {
        Document page = page(TestSuites.whole());

        assertThat(page.select("main > *").first().text())
                .startsWith("COMPLETED 4 of 6 cells have valid figures of all 6 rounds.")
                .contains("averaged nowhere")
                .contains("Wire in 3 cells: members=2,stack=udp; members=4,stack=udp; members=6,stack=udp.")
                .contains("Valid visits 34 of 36 made", "Not valid 1 visits", "Failed 1 visits");
    }

    @Test
    void eachPartOfTheSuiteHasItsSection() throws Exception {
        Document page = page(TestSuites.whole());

        assertThat(page.select("main section").eachAttr("id"))
                .containsExactly(
                        "verdict",
                        "throughput",
                        "rate",
                        "line-share",
                        "papers",
                        "cells",
                        "latency",
                        "visits",
                        "time",
                        "findings",
                        "start",
                        "environment",
                        "repeat");
        assertThat(page.select("nav a").eachAttr("href"))
                .containsExactlyElementsOf(page.select("main section").eachAttr("id").stream()
                        .map("#"::concat)
                        .toList());
    }

    @Test
    void chartHasALineForEachStackOverTheClusterSize() throws Exception {
        Document page = page(TestSuites.whole());

        assertThat(page.select("#throughput svg .series-name").eachText()).containsExactly("udp", "tcp");
        assertThat(page.select("#throughput .keys li").eachText()).containsExactly("stack udp", "stack tcp");
        assertThat(page.select("#throughput svg.chart .series .mark")).hasSize(6);
        assertThat(page.select("#throughput svg.chart .interval")).hasSizeGreaterThanOrEqualTo(4);
        assertThat(page.select("#throughput svg .level-name").eachText()).contains("wire limit");
        assertThat(page.select("#throughput table thead th").eachText())
                .containsExactly("LINE", "members 2", "members 4", "members 6");
    }

    @Test
    void publishedFiguresStandOnlyBesideTheSameWork() throws Exception {
        Document page = page(TestSuites.whole());

        assertThat(page.select("#papers tbody th").eachText())
                .contains("members=4, stack=udp", "JGroups 2.6.4 (2008)", "members=4, stack=tcp")
                .doesNotContain("members=2, stack=udp", "members=6, stack=udp");
        assertThat(page.select("#papers td").eachText()).anyMatch(text -> text.startsWith("other hardware: Dell"));
        assertThat(page.select("#line-share svg .other-name").eachText()).contains("2008", "2011");
        assertThat(page.select("#throughput svg .other-name").eachText()).doesNotContain("2011");
        assertThat(page.select("#throughput figcaption").text()).contains("far above this chart");
    }

    @Test
    void publishedFiguresWithFlowControlStandBesideTheCellThatDeclaresIt() throws Exception {
        Document page = page(TestSuites.of("axes: [{name: flowControl, points: ["
                        + "{name: 'off', values: {tuning.flowControl.rx: 'false', tuning.flowControl.tx: 'false'}},"
                        + "{name: 'on', values: {tuning.flowControl.rx: 'true', tuning.flowControl.tx: 'true'}}]}],"
                        + " rounds: 1")
                .measured(digest -> digest));

        List<String> rows = page.select("#papers tbody th").eachText().stream()
                .filter(name -> name.startsWith("flowControl") || name.contains("802.3x"))
                .toList();
        assertThat(rows)
                .containsExactly(
                        "flowControl=off",
                        "JGroups 2.7 (2008), 802.3x off",
                        "flowControl=on",
                        "JGroups 2.7 (2008), 802.3x on",
                        "JGroups 2.7 (2008), 802.3x on, again");
    }

    @Test
    void publishedFiguresOfOtherSendersAreNotShown() throws Exception {
        Document page = page(TestSuites.of("axes: [{name: senders, path: senders, values: ['3']},"
                        + " {name: size, path: messageSize, values: [1k, 5k]}], rounds: 1")
                .measured(digest -> digest));

        assertThat(page.select("#papers, #line-share, .other-name")).isEmpty();
    }

    @Test
    void visitsThatAreNotValidAreShownAndInNoFigure() throws Exception {
        Document page = page(TestSuites.whole());

        assertThat(page.select("#visits .keys li").eachText())
                .containsExactly(
                        "valid",
                        "valid, far from the others",
                        "not valid: in no figure",
                        "failed, or without a figure");
        assertThat(page.select("#visits svg .row-name")).hasSize(6);
        assertThat(page.select("#visits table tbody tr")).hasSize(36);
        assertThat(page.select("#findings table").text())
                .contains("lab-c2-r3 members=2,stack=tcp not valid ReceiveDrops: lab-c2-r3-1 dropped 812")
                .contains("lab-c4-r2 members=4,stack=tcp failed MemberLost: member-1 is gone");
        Element row = page.select("#cells tbody tr").get(1);
        assertThat(row.children().eachText()).contains("5 of 6", "HostCpu", "1", "0");
    }

    @Test
    void ratesOfEachVisitAreDrawnOverTimeCellByCell() throws Exception {
        Document page = page(TestSuites.whole());

        assertThat(page.select("#time svg.chart .row-name").eachText()).contains("members=2,stack=udp");
        assertThat(page.select("#time svg.chart path.rate")).hasSize(36);
        assertThat(page.select("#time svg.chart path.uncounted title").eachText())
                .containsExactlyInAnyOrder("lab-c2-r3, not valid", "lab-c4-r2, failed");
        assertThat(page.select("#time .keys li").eachText())
                .containsExactly("valid", "not valid or failed: in no figure");
        assertThat(page.select("#time table tbody tr")).hasSize(36);
    }

    @Test
    void longNamesThatBeginAlikeAreToldApartInSmallDrawings() throws Exception {
        Document page = page(TestSuites.of("axes: [{name: members, path: members, values: ['10']},"
                        + " {name: messageSize, path: messageSize, values: ['1000']},"
                        + " {name: stack, path: stack.name, values: [udp, tcp]}], rounds: 1")
                .measured(digest -> digest));

        for (String part : List.of("#visits", "#time")) {
            assertThat(page.select(part + " svg.chart .row-name").eachText())
                    .containsExactly("members=10,messageSize=1000,stack=udp", "members=10,messageSize=1000,stack=tcp");
            assertThat(page.select(part + " svg.chart g > title").eachText())
                    .contains("members=10,messageSize=1000,stack=tcp");
        }
    }

    @Test
    void visitsWithoutSamplesHaveNoPartOverTime() throws Exception {
        TestSuites suite = TestSuites.of("axes: [{name: stack, path: stack.name, values: [udp, tcp]}], rounds: 1")
                .measured(digest -> VisitDigestBuilder.builder(digest)
                        .series(Optional.of(new DigestSeries(0, List.of(1L, 2L))))
                        .build())
                .change(
                        "lab-c2-r1",
                        digest -> VisitDigestBuilder.builder(digest)
                                .series(Optional.empty())
                                .build());

        assertThat(page(suite).select("#time")).isEmpty();
    }

    @Test
    void outlierIsNamedAndDriftTold() throws Exception {
        Document page = page(TestSuites.whole());

        assertThat(page.select("#cells tbody tr").first().text()).contains("round 5");
        assertThat(page.select("#visits svg.chart .outlier")).hasSize(1);
    }

    @Test
    void findingsAreCountedOverTheVisitsTheGravestFirst() throws Exception {
        Document page = page(TestSuites.whole());

        assertThat(page.select("#findings .reason").eachText()).containsExactly("ReceiveDrops", "SharedHost");
        assertThat(page.select("#findings li").first().text()).contains("In 1 of 36 visits, 1 cell:", "What to do:");
    }

    @Test
    void findingThatOnlyALaterVersionKnowsIsShownWithWhereToReadOn() throws Exception {
        Document page = page(TestSuites.whole()
                .change(
                        "lab-c2-r3",
                        digest -> VisitDigestBuilder.builder(digest)
                                .findings(List.of(new VisitDigest.Finding(
                                        new ReasonWord.Foreign("FoundLater"), Severity.INVALID, "42 of them")))
                                .build()));

        assertThat(page.select("#findings li").first().text())
                .contains("Invalid", "FoundLater", "42 of them", "Read it with the jgbench that wrote it");
    }

    @Test
    void latenciesOfCellsAreDrawnTogether() throws Exception {
        Document page = page(TestSuites.whole());

        assertThat(page.select("#latency svg .series-name").eachText()).contains("2, udp", "6, tcp");
        assertThat(page.select("#latency svg .tick").eachText()).contains("99.9 %");
        assertThat(page.select("#latency > .scroll tbody tr")).hasSize(6);
    }

    @Test
    void whatWasTimedIsNamedAndLoopbackIsSaidToCrossNoWire() throws Exception {
        Document page = page(TestSuites.of("axes: [{name: stack, path: stack.name, values: [udp, tcp]}], rounds: 1")
                .measured(digest -> VisitDigestBuilder.builder(digest)
                        .histograms(Map.of("loopback", digest.histograms().get("latency")))
                        .build()));

        assertThat(page.select("#latency > .scroll tbody th").eachText())
                .containsExactly("stack=udp, loopback", "stack=tcp, loopback");
        assertThat(page.select("#latency > p").text())
                .contains("back at its own sender: it crosses no wire")
                .contains("A cell has delivery beside it", "latencyP50Micros");
    }

    @Test
    void timeToOtherMembersIsDrawnFirstWithTheErrorOfTheClocksAndTheLoopbackBesideIt() throws Exception {
        Document page = page(TestSuites.of("axes: [{name: stack, path: stack.name, values: [udp, tcp]}], rounds: 1")
                .measured(digest -> delivered(digest, digest.visit().cell() == 0 ? 30 : 20)));

        assertThat(page.select("#latency svg title").eachText())
                .containsExactly("Delivery by percentile", "Loopback by percentile");
        assertThat(page.select("#latency figcaption").first().text())
                .contains("By the members' clocks each sample is right within 0.030 ms. The clocks were"
                        + " measured before each run and, where that was possible, after it.");
        assertThat(page.select("#latency > .scroll tbody th").eachText())
                .containsExactly(
                        "stack=udp, delivery ± 0.030 ms",
                        "stack=udp, loopback",
                        "stack=tcp, delivery ± 0.020 ms",
                        "stack=tcp, loopback");
        assertThat(page.select("#latency > p").text())
                .contains("on the clocks of both members", "it crosses no wire")
                .doesNotContain("A cell has delivery beside it");
    }

    @Test
    void timeToOtherMembersByOneClockHasNoError() throws Exception {
        Document page = page(TestSuites.of("axes: [{name: stack, path: stack.name, values: [udp, tcp]}], rounds: 1")
                .measured(digest -> delivered(digest, 0)));

        assertThat(page.select("#latency > p").text())
                .contains("All members follow one clock. Thresholds and comparisons go by")
                .doesNotContain("±", "The clocks were measured");
        assertThat(page.select("#latency figcaption").text()).doesNotContain("right within");
    }

    private static VisitDigest delivered(VisitDigest digest, double errorMicros) {
        String timed = digest.histograms().get("latency");
        Map<String, Double> figures = new HashMap<>(digest.figures());
        figures.put(VisitDigest.LATENCY_ERROR_MICROS, errorMicros);
        return VisitDigestBuilder.builder(digest)
                .figures(figures)
                .histograms(Map.of("delivery", timed, "loopback", timed))
                .build();
    }

    @Test
    void rateIsDefinedAsTheWorkloadsOfTheCellsMeasureIt() throws Exception {
        Document multicast = page(TestSuites.whole());
        Document rpc = page(TestSuites.of(
                        "axes: [{name: stack, path: stack.name, values: [udp, tcp]}], rounds: 1",
                        "template: {members: 4, messageSize: 1k, stack: {name: udp}, workload: {type: Rpc}}")
                .measured(digest -> digest));

        assertThat(multicast.select("footer").text()).contains("its own included");
        assertThat(rpc.select("footer").text())
                .contains("requests answered, divided by the time from the start")
                .doesNotContain("its own included");
    }

    @Test
    void lossesBetweenMembersAreShownOfTheVisitThatStandsForItsCell() throws Exception {
        TestSuites suite = TestSuites.of("axes: [{name: stack, path: stack.name, values: [udp, tcp]}], rounds: 3")
                .measured(digest -> digest.visit().cell() == 0
                        ? VisitDigestBuilder.builder(digest)
                                .findings(List.of(new VisitDigest.Finding(
                                        Reason.RETRANSMISSIONS, Severity.WARNING, "2.5 % were sent again")))
                                .build()
                        : digest);
        Path folder = suite.folder(results);
        String median = suite.result().cells().getFirst().figures().get("unitsPerSecond").values().stream()
                .sorted(Comparator.comparingDouble(FigureSummary.RoundValue::value))
                .map(value -> "lab-c1-r" + value.round())
                .toList()
                .get(1);
        for (String run : List.of("lab-c1-r1", "lab-c1-r2", "lab-c1-r3", "lab-c2-r1")) {
            suite.keep(folder, run);
        }

        Document page = Jsoup.parse(SuitePage.html(StoredSuite.read(folder, TestSuites.resolver())));

        assertThat(page.select("#network > details > summary").eachText())
                .containsExactly("stack=udp: " + median + ", valid: 2.5 % were sent again");
        assertThat(page.select("#network > p").text()).contains("in runs/, or of brun/NAME on a cluster.");
        assertThat(page.select("#network h3").eachText()).contains("Lost and sent again, % of the messages");
        assertThat(page.select("#network h3").eachText()).contains("Round trip, µs", "Probes lost, %");
        assertThat(page.select("#network table.grid td.b5").eachText())
                .as("round trip, probes lost, multicasts lost, messages lost")
                .containsExactly("150", "7.5", "15.0", "2.500");
        assertThat(page.select("#network svg.chart").attr("aria-labelledby"))
                .isEqualTo("network-0-start-title network-0-start-description");
    }

    @Test
    void largestStartSkewOfEachCellIsDrawn() throws Exception {
        Document page = page(TestSuites.whole()
                .change(
                        "lab-c3-r2",
                        digest -> VisitDigestBuilder.builder(digest)
                                .startSkewNanos(Optional.of(7_000_000L))
                                .startSkewErrorNanos(Optional.of(40_000L))
                                .build()));

        assertThat(page.select("#start svg.chart .row-name")).hasSize(6);
        assertThat(page.select("#start tbody tr").first().text()).isEqualTo("members=4,stack=udp lab-c3-r2 7.00 0.040");
    }

    @Test
    void environmentsOfVisitsAndWhatChangedAreTold() throws Exception {
        assertThat(page(TestSuites.whole()).select("#environment").text())
                .contains("All visits ran on hosts and JVMs that were equal: environment 0123abcd.");

        Document page = page(TestSuites.whole()
                .change(
                        "lab-c1-r2",
                        digest -> VisitDigestBuilder.builder(digest)
                                .environmentHash(Optional.of("feed"))
                                .build()));

        assertThat(page.select("#environment").text())
                .contains("2 environments", "changed between the visits of members=2,stack=udp", "feed 1 2 lab-c1-r2");
    }

    @Test
    void environmentOfAVisitThatIsNotValidIsToldAsWell() throws Exception {
        Document page = page(TestSuites.whole()
                .change(
                        "lab-c1-r2",
                        digest -> VisitDigestBuilder.builder(digest)
                                .outcome(VisitOutcome.INVALID)
                                .environmentHash(Optional.of("feed"))
                                .build()));

        assertThat(page.select("#environment").text())
                .doesNotContain("All visits ran")
                .contains(
                        "changed between the visits of members=2,stack=udp (counting those that are not valid)",
                        "feed 1 2 lab-c1-r2");
    }

    @Test
    void visitWhoseHostsAreNotKnownIsNotSaidToHaveHadEqualOnes() throws Exception {
        Document page = page(TestSuites.whole()
                .change(
                        "lab-c4-r2",
                        digest -> VisitDigestBuilder.builder(digest)
                                .environmentHash(Optional.empty())
                                .build()));

        assertThat(page.select("#environment").text())
                .contains("All visits whose hosts are known ran on hosts and JVMs that were equal: environment"
                        + " 0123abcd.");
    }

    @Test
    void environmentOfAVisitWhoseCellIsNotInTheResultIsTold() throws Exception {
        StoredSuite suite = TestSuites.whole()
                .change(
                        "lab-c1-r2",
                        digest -> VisitDigestBuilder.builder(digest)
                                .cell("members=8,stack=udp")
                                .outcome(VisitOutcome.INVALID)
                                .environmentHash(Optional.of("feed"))
                                .build())
                .inMemory();

        assertThat(page(suite, suite.result(), List.of())
                        .select("#environment tbody tr")
                        .last()
                        .text())
                .isEqualTo("feed 1 2 lab-c1-r2 – –");
    }

    @Test
    void limitThatIsThatOfOneCellIsDrawnThroughNoOther() throws Exception {
        var cells = "axes: [{name: stack, path: stack.name, values: [udp, tcp]}], rounds: 6";
        TestSuites other = TestSuites.of(cells)
                .measured(digest ->
                        withLimit(digest, digest.coordinates().containsValue("udp") ? 130_000_000 : 13_000_000));
        TestSuites same = TestSuites.of(cells).measured(digest -> withLimit(digest, 130_000_000));

        assertThat(page(other).select("#throughput .level")).isEmpty();
        assertThat(page(same).select("#throughput .level")).isNotEmpty();
        assertThat(page(same).select("#throughput tbody tr").eachText()).contains("wire limit 130.0 –");
    }

    @Test
    void limitThatIsTooFarAboveToBeDrawnIsMentioned() throws Exception {
        var cells = "axes: [{name: members, path: members, values: [2, 4]}], rounds: 6";
        TestSuites near = TestSuites.of(cells).measured(digest -> withLimit(digest, 130_000_000));
        TestSuites far = TestSuites.of(cells).measured(digest -> withLimit(digest, 1_300_000_000));

        assertThat(page(near).select("#throughput figcaption").text()).doesNotContain("is not drawn");
        assertThat(page(far).select("#throughput .level-name").eachText()).doesNotContain("wire limit");
        assertThat(page(far).select("#throughput figcaption").text())
                .contains("A network limit of more than 2.5 times the largest figure is not drawn");
    }

    private static VisitDigest withLimit(VisitDigest digest, double bytesPerSecond) {
        Map<String, Double> figures = new HashMap<>(digest.figures());
        figures.put("bytesPerSecond", 100_000_000.0);
        figures.put("limitBytesPerSecond", bytesPerSecond);
        return VisitDigestBuilder.builder(digest).figures(figures).build();
    }

    @Test
    void publishedFigureOfASlowerNetworkIsNotSaidToBeOfAFasterOne() throws Exception {
        var cells = "axes: [{name: members, path: members, values: [2, 4]}], rounds: 6";
        Document slower = page(TestSuites.of(cells).measured(digest -> withLine(digest, 12_500_000)));
        Document faster = page(TestSuites.of(cells).measured(digest -> withLine(digest, 1_250_000_000)));

        assertThat(slower.select("#throughput figcaption").text()).contains("far above this chart, on faster networks");
        assertThat(slower.select("#throughput svg .other-name").eachText()).doesNotContain("2011");
        assertThat(faster.select("#throughput figcaption").text()).doesNotContain("far above");
        assertThat(faster.select("#throughput svg .other-name").eachText()).contains("2008", "2011");
    }

    @Test
    void cellsBelowEachOtherAreNotPressedFlatByFiguresOfFasterNetworks() throws Exception {
        var cells = "axes: [{name: stack, path: stack.name, values: [udp, tcp]}], rounds: 6";
        Document slower = page(TestSuites.of(cells).measured(digest -> withLine(digest, 12_500_000)));
        Document faster = page(TestSuites.of(cells).measured(digest -> withLine(digest, 1_250_000_000)));

        assertThat(slower.select("#throughput svg .row-name").eachText()).containsExactly("stack=udp", "stack=tcp");
        assertThat(slower.select("#throughput figcaption").text()).contains("far above this chart, on faster networks");
        assertThat(slower.select("#line-share svg .row-name").eachText()).contains("JGroups 2.6.4 (2008)");
        assertThat(slower.select("#line-share figcaption").text()).doesNotContain("far above");
        assertThat(faster.select("#throughput svg .row-name").eachText()).contains("JGroups 2.6.4 (2008)");
        assertThat(faster.select("#throughput figcaption").text()).doesNotContain("far above");
    }

    @Test
    void limitThatIsTooFarAboveCellsBelowEachOtherIsMentioned() throws Exception {
        var cells = "axes: [{name: stack, path: stack.name, values: [udp, tcp]}], rounds: 6";
        TestSuites far = TestSuites.of(cells).measured(digest -> withLimit(digest, 1_300_000_000));

        assertThat(page(far).select("#throughput .level")).isEmpty();
        assertThat(page(far).select("#throughput figcaption").text())
                .contains("A network limit of more than 2.5 times the largest figure is not drawn");
    }

    @Test
    void numbersOfAChartHoldTheLimitOfTheWireAndWhatWasPublished() throws Exception {
        Document page = page(TestSuites.of("axes: [{name: members, path: members, values: [2, 4]}], rounds: 6")
                .measured(digest -> withLine(digest, 1_250_000_000)));

        assertThat(page.select("#throughput tbody tr").eachText())
                .contains("wire limit 16.7 16.7")
                .anyMatch(row -> row.matches("JGroups 2\\.6\\.4 \\(2008\\), other hardware – [0-9]{2,3}\\.[0-9]"));
    }

    @Test
    void limitsThatDifferStandInTheNumbersOfTheirLines() throws Exception {
        Document page = page(TestSuites.of("axes: [{name: members, path: members, values: [3, 5]},"
                        + " {name: stack, path: stack.name, values: [udp, tcp]}], rounds: 6")
                .measured(digest ->
                        withLimit(digest, digest.coordinates().containsValue("udp") ? 130_000_000 : 200_000_000)));

        assertThat(page.select("#throughput tbody tr").eachText())
                .contains("wire limit, stack udp 130.0 130.0", "wire limit, stack tcp 200.0 200.0");
    }

    private static VisitDigest withLine(VisitDigest digest, double bytesPerSecond) {
        Map<String, Double> figures = new HashMap<>(digest.figures());
        figures.put(VisitDigest.LINE_BYTES_PER_SECOND, bytesPerSecond);
        return VisitDigestBuilder.builder(digest).figures(figures).build();
    }

    @Test
    void alternativeTextOfAChartNamesTheLargestOfItsOwnCells() throws Exception {
        Document page = page(TestSuites.of("axes: [{name: members, path: members, values: ['3', '5', '7']},"
                        + " {name: size, path: messageSize, values: [1k, 2k, 3k, 4k]},"
                        + " {name: stack, path: stack.name, values: [udp, tcp, tcp-nio]}], rounds: 1")
                .measured(digest -> digest));

        assertThat(page.select("#throughput figure")).hasSize(3).allSatisfy(figure -> {
            double largest = figure.select("tr:not(:contains(limit)) td").eachText().stream()
                    .mapToDouble(Double::parseDouble)
                    .max()
                    .orElseThrow();
            assertThat(figure.select("desc").text())
                    .isEqualTo("4 lines over 3 values of members; the largest median is " + largest + " MB/s.");
        });
    }

    @Test
    void alternativeTextTellsPublishedFiguresFromThoseOfTheSuite() throws Exception {
        Document dots = page(TestSuites.of("axes: [{name: stack, path: stack.name, values: [udp, tcp]}], rounds: 1")
                .measured(digest -> withLine(digest, 1_250_000_000)));
        Document lines = page(TestSuites.of("axes: [{name: members, path: members, values: [2, 4]}], rounds: 1")
                .measured(digest -> withLine(digest, 1_250_000_000)));

        assertThat(dots.select("#throughput desc").text())
                .matches("The largest median is [78]\\.[0-9] MB/s\\."
                        + " The largest published figure is [0-9]{3}\\.[0-9] MB/s\\.");
        assertThat(lines.select("#throughput desc").text())
                .matches("1 line over 2 values of members; the largest median is [78]\\.[0-9] MB/s\\."
                        + " The largest published figure is [0-9]{3}\\.[0-9] MB/s\\.");
    }

    @Test
    void visitOfThreeIntervalsIsNotToldAsTheFirstHalf() throws Exception {
        Document page = page(TestSuites.of("axes: [{name: stack, path: stack.name, values: [udp]}], rounds: 1")
                .measured(digest -> VisitDigestBuilder.builder(digest)
                        .series(Optional.of(new DigestSeries(100_000, List.of(10L, 20L, 30L))))
                        .build()));

        assertThat(page.select("#time tbody tr").text()).isEqualTo("lab-c1-r1 stack=udp 0.3 10 10 20 20 30 30");
    }

    @Test
    void chartsOfLatencyHoldReadsAndWrites() throws Exception {
        Document page =
                page(TestSuites.of("axes: [{name: members, path: members, values: ['3', '4', '5', '6', '7', '8', '9']},"
                                + " {name: size, path: messageSize, values: [1k, 2k, 3k, 4k]}], rounds: 1")
                        .measured(digest -> VisitDigestBuilder.builder(digest)
                                .histograms(Map.of(
                                        "read", digest.histograms().get("latency"),
                                        "write", digest.histograms().get("latency")))
                                .build()));

        assertThat(page.select("#latency svg title").eachText())
                .filteredOn(title -> title.startsWith("Write"))
                .hasSize(4);
        assertThat(page.select("#latency svg.chart")).hasSize(8);
        assertThat(page.select("#latency > p").text())
                .contains("Drawn: read of the first 24 of 28 cells, write of the first 24 of 28 cells.");
    }

    @Test
    void visitsOfRoundsThatTheSuiteDoesNotHaveAnyMoreAreInNoPart() throws Exception {
        StoredSuite suite = TestSuites.whole().stored(results);
        SuiteResult fewer = SuiteResultBuilder.builder(suite.result()).rounds(3).build();

        StoredSuite lowered = new StoredSuite(
                fewer,
                suite.digests(),
                suite.specs(),
                suite.unresolved(),
                suite.declaration(),
                List.of(),
                SuiteDetails.NONE);

        assertThat(lowered.digests())
                .isNotEmpty()
                .allMatch(digest -> digest.visit().round() <= 3);
    }

    @Test
    void visitsOfMoreRoundsThanTheResultHasAreCounted() throws Exception {
        StoredSuite suite = TestSuites.whole().stored(results);
        SuiteResult before =
                SuiteResultBuilder.builder(suite.result()).rounds(4).build();

        Document page = page(suite, before, List.of());

        assertThat(page.select("#verdict").text())
                .contains("12 visits of rounds after round 4 are stored as well, and are in no figure: the suite was"
                        + " continued after this result was written, or had more rounds before.");
        assertThat(page(suite, suite.result(), List.of()).select("#verdict").text())
                .doesNotContain("are stored as well");
    }

    @Test
    void cellsThatAreAllHeldByTheSameAreCountedAndNotNamed() throws Exception {
        StoredSuite suite = TestSuites.whole().stored(results);
        SuiteResult heldByTheWire = SuiteResultBuilder.builder(suite.result())
                .cells(suite.result().cells().stream()
                        .map(cell -> CellResultBuilder.builder(cell)
                                .bottlenecks(Map.of(BottleneckType.WIRE, cell.validRounds()))
                                .build())
                        .toList())
                .build();

        Document page = page(suite, heldByTheWire, List.of());

        assertThat(page.select("#verdict li").eachText())
                .singleElement(as(STRING))
                .startsWith("Wire in all " + heldByTheWire.cells().size() + " cells. For example: ");
    }

    @Test
    void cellWhoseStackChangedIsToldAndHasNoFigure() throws Exception {
        TestSuites suite = TestSuites.whole()
                .change(
                        "lab-c1-r2",
                        digest -> VisitDigestBuilder.builder(digest)
                                .stackHash(Optional.of("feed"))
                                .build())
                .change(
                        "lab-c1-r3",
                        digest -> VisitDigestBuilder.builder(digest)
                                .stackHash(Optional.of("beef"))
                                .build());
        Document page = page(suite);

        assertThat(suite.result().cells().getFirst().figures()).isEmpty();
        assertThat(suite.result().cells().getFirst().latencies()).isEmpty();
        assertThat(page.select("#environment").text())
                .contains("members=2,stack=udp: its stack changed from visit to visit (stacks beef, feed), so that");
        assertThat(page.select("#verdict").text())
                .contains("Their stack was changed while they were measured: members=2,stack=udp.");
    }

    @Test
    void cellWhoseStackChangedIsNotCountedAmongThoseThatAreWhole() throws Exception {
        TestSuites suite = TestSuites.of("axes: [{name: size, path: messageSize, values: [1k, 5k]}], rounds: 2")
                .measured(digest -> digest);
        assertThat(page(suite).select("#verdict").text())
                .contains("Each of 2 cells has valid figures of all 2 rounds.");

        suite.change(
                        "lab-c1-r1",
                        digest -> VisitDigestBuilder.builder(digest)
                                .stackHash(Optional.of("feed"))
                                .build())
                .change(
                        "lab-c1-r2",
                        digest -> VisitDigestBuilder.builder(digest)
                                .stackHash(Optional.of("beef"))
                                .build());

        assertThat(page(suite).select("#verdict").text()).contains("1 of 2 cells has valid figures of all 2 rounds.");
    }

    @Test
    void visitsOfACellWithoutAValidOneAreShownByHowFarTheyAreFromEachOther() throws Exception {
        Document page = page(TestSuites.of("axes: [{name: stack, path: stack.name, values: [udp]}], rounds: 3")
                .measured(digest -> VisitDigestBuilder.builder(digest)
                        .outcome(VisitOutcome.INVALID)
                        .build()));

        assertThat(page.select("#visits figure").text())
                .contains("not valid: in no figure")
                .doesNotContain("failed, or without a figure");
    }

    @Test
    void factsInWhichEnvironmentsDifferAreNamedWhereNoFullResultIsAtHand() throws Exception {
        Document page = page(TestSuites.of("axes: [{name: stack, path: stack.name, values: [udp, tcp]}], rounds: 2")
                .measured(digest -> VisitDigestBuilder.builder(digest)
                        .environmentFacts(Optional.of(new EnvironmentFacts("gc=11 kernel=a8")))
                        .build())
                .change(
                        "lab-c1-r2",
                        digest -> VisitDigestBuilder.builder(digest)
                                .environmentHash(Optional.of("feed"))
                                .environmentFacts(Optional.of(new EnvironmentFacts("cpus=~2 gc=11 kernel=a9")))
                                .build()));

        assertThat(page.select("#environment table").last().text())
                .isEqualTo("Facts in which environments differ from that of the first visit, 0123abcd"
                        + " ENVIRONMENT DIFFERS IN feed cpus (of some members), kernel");
        assertThat(page.select("#environment").text())
                .contains("The full results that tell the values are not at hand");
    }

    @Test
    void environmentsAreToldByTheAxesThatTellTheirCellsApart() throws Exception {
        Document page = page(TestSuites.of("axes: [{name: members, path: members, values: ['2', '4']},"
                        + " {name: stack, path: stack.name, values: [udp, tcp]}], rounds: 4")
                .measured(digest -> VisitDigestBuilder.builder(digest)
                        .environmentHash(
                                Optional.of("hash-" + digest.coordinates().get("members")))
                        .build()));

        assertThat(page.select("#environment tbody tr").eachText())
                .containsExactly(
                        "hash-2 8 1 to 4 lab-c1-r1 members 2 members=2,stack=udp; members=2,stack=tcp",
                        "hash-4 8 1 to 4 lab-c3-r1 members 4 members=4,stack=udp; members=4,stack=tcp");
        assertThat(page.select("#environment").text()).contains("Within each cell all visits were made in the same");
    }

    @Test
    void suiteFileAndCommandAreTold() throws Exception {
        assertThat(page(TestSuites.whole()).select("#repeat pre").eachText())
                .anyMatch(text -> text.contains("kind: BenchmarkSuite") && text.contains("rounds: 6"))
                .contains("./jgbench suite suite.yaml --results results");
    }

    @Test
    void suiteWithoutAnAxisOfNumbersShowsItsCellsBelowEachOther() throws Exception {
        Document page = page(TestSuites.of("axes: [{name: stack, path: stack.name, values: [udp, tcp]}], rounds: 6")
                .measured(digest -> digest));

        assertThat(page.select("#throughput svg .row-name").eachText()).contains("stack=udp", "stack=tcp");
        assertThat(page.select("#throughput svg.chart .interval")).hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void manyLinesBecomeSeveralCharts() throws Exception {
        Document page = page(TestSuites.of("axes: [{name: members, path: members, values: ['2', '4', '6']},"
                        + " {name: size, path: messageSize, values: [1k, 2k, 3k, 4k]},"
                        + " {name: stack, path: stack.name, values: [udp, tcp, tcp-nio]}], rounds: 1")
                .measured(digest -> digest));

        assertThat(page.select("#throughput h3").eachText()).containsExactly("stack udp", "stack tcp", "stack tcp-nio");
        assertThat(page.select("#throughput svg.chart"))
                .allSatisfy(svg -> assertThat(svg.select(".series-name")).hasSizeLessThanOrEqualTo(6));
    }

    @Test
    void suiteThatHasNotBegunHasAPage() throws Exception {
        Document page = page(TestSuites.of("axes: [{name: size, path: messageSize, values: [1k, 2k]}], rounds: 3"));

        assertThat(page.select("#verdict").text()).startsWith("NOT OVER").contains("No valid figure at all: size=1k");
        assertThat(page.select("#cells tbody tr")).hasSize(2);
    }

    @Test
    void armsOfWhichTheCommandSaidNothingSureAreNoGoodSuite() throws Exception {
        StoredSuite suite = TestSuites.of("axes: [{name: stack, path: stack.name, values: [udp, tcp]}], rounds: 6")
                .measured(digest -> digest)
                .stored(results);
        ArmComparison open = TestSuites.of("axes: [{name: stack, path: stack.name, values: [udp, tcp]}], rounds: 6,"
                        + " compare: {a: {stack: udp}, b: {stack: tcp}}")
                .measured(digest -> digest)
                .result()
                .comparisons()
                .getFirst();
        ArmComparison refused = ArmComparisonBuilder.builder(open)
                .verdict(Optional.empty())
                .refusal(Optional.of("their hosts differ"))
                .build();

        Element inconclusive = page(suite, suite.result(), List.of(open)).selectFirst("#verdict");
        Element nothing = page(suite, suite.result(), List.of(refused)).selectFirst("#verdict");

        assertThat(open.verdict().map(ClaimRule.Verdict::claim)).contains(Claim.INCONCLUSIVE);
        assertThat(inconclusive.text()).startsWith("INCONCLUSIVE");
        assertThat(inconclusive.hasClass("not-valid")).isTrue();
        assertThat(nothing.text())
                .startsWith("NOTHING CAN BE SAID")
                .contains("Nothing can be said of 1 comparison; why stands beside each.");
        assertThat(nothing.hasClass("not-valid")).isTrue();
    }

    @Test
    void comparisonSaysItsWordWithItsNumbers() throws Exception {
        StoredSuite suite = TestSuites.whole().stored(results);
        var effect = new PairedEffect(2, 0.05, Optional.of(new Interval(0.03, 0.07, 0.99)), 0.001);
        var comparison = new ArmComparison(
                1,
                TestSuites.NAME,
                "unitsPerSecond",
                "arm=a",
                "arm=b",
                new ClaimRule(0.99, 0.05, true),
                List.of(100.0, 102.0),
                List.of(105.0, 107.0),
                1,
                Optional.of(new ClaimRule.Verdict(Claim.FASTER, effect, 0.001, 0)),
                Optional.empty(),
                List.of(),
                List.of());

        Document page = page(suite, suite.result(), List.of(comparison));

        assertThat(page.select("#comparisons thead th").eachText()).contains("99 % INTERVAL", "P");
        assertThat(page.select("#comparisons p").text()).startsWith("Faster: arm=b against arm=a. B is faster than A.");
        assertThat(page.select("#comparisons tbody tr").text())
                .isEqualTo("arm=b / arm=a unitsPerSecond 2 101.0 106.0 +5.0 % +3.0 % to +7.0 % 0.0010");
    }

    @Test
    void changeAgainstTheBaselineStandsWithItsIntervalAndRoundsAndHowManyMoreItTakes() throws Exception {
        StoredSuite suite = TestSuites.whole().stored(results);
        SuiteResult before =
                SuiteResultBuilder.builder(suite.result()).suite("october").build();
        SuiteResult judged =
                suite.result().against(before, VisitDigest.UNITS_PER_SECOND, new ClaimRule(0.99, 0.05, true));

        Document page = page(suite, judged, List.of());

        assertThat(page.select("#baseline thead th").eachText())
                .containsExactly("CELL", "SAYS", "ROUNDS THEN", "ROUNDS NOW", "CHANGE", "99 % INTERVAL", "P", "WHY");
        assertThat(page.select("#baseline tbody tr").first().text())
                .as("six rounds of the baseline are too few, however many follow")
                .contains("Inconclusive, more rounds than can be measured 6 6 ");
    }

    @Test
    void comparisonOfWhichNothingCanBeSaidStandsInTheVerdict() throws Exception {
        TestSuites whole = TestSuites.of("axes: [{name: stack, path: stack.name, values: [udp, tcp]}], rounds: 6")
                .measured(digest -> digest);
        StoredSuite suite = whole.stored(results);
        SuiteResult judged =
                suite.result().against(suite.result(), VisitDigest.UNITS_PER_SECOND, new ClaimRule(0.99, 0.05, true));

        Document page = page(suite, judged, List.of());

        assertThat(page.select("#verdict").text())
                .startsWith("NOTHING CAN BE SAID")
                .contains("Nothing can be said of 2 comparisons; why stands beside each.");
    }

    @Test
    void thresholdsAndCellsThatAreComparedAreTold() throws Exception {
        Document page = page(TestSuites.of("axes: [{name: stack, path: stack.name, values: [udp, tcp]}], rounds: 6,"
                        + " thresholds: [{metric: bytesPerSecond, min: 7800k, of: Median}],"
                        + " compare: {a: {stack: udp}, b: {stack: tcp}}")
                .measured(digest -> digest));

        assertThat(page.select("#verdict").text())
                .startsWith("THRESHOLD MISSED")
                .contains("Thresholds: 1 met, 1 missed.");
        assertThat(page.select("#thresholds tbody tr").first().text()).startsWith("stack=tcp Missed");
        assertThat(page.select("#comparisons tbody tr")).hasSize(1);
    }

    @Test
    void pageKeepsTheRulesOfAPage() throws Exception {
        Document page = page(TestSuites.whole());

        assertThat(page.select("figure")).hasSizeGreaterThanOrEqualTo(5).allSatisfy(figure -> {
            Element svg = figure.selectFirst("svg.chart");
            assertThat(svg.attr("role")).isEqualTo("img");
            assertThat(svg.attr("aria-labelledby").split(" "))
                    .allSatisfy(id -> assertThat(page.getElementById(id).text()).isNotBlank());
            assertThat(figure.select("details table tbody tr")).isNotEmpty();
        });
        assertThat(page.select("table")).allSatisfy(table -> {
            assertThat(table.select("caption").text()).isNotBlank();
            assertThat(table.select("tbody tr"))
                    .allSatisfy(row -> assertThat(row.child(0).attr("scope")).isEqualTo("row"));
        });
        assertThat(page.select("[id]").eachAttr("id")).doesNotHaveDuplicates();
        List<Integer> levels = page.select("h1, h2, h3, h4").stream()
                .map(heading -> heading.tagName().charAt(1) - '0')
                .toList();
        for (int i = 1; i < levels.size(); i++) {
            assertThat(levels.get(i)).isLessThanOrEqualTo(levels.get(i - 1) + 1);
        }
        assertThat(page.select("script, iframe, object, embed, img, link, form, [src], [style]"))
                .isEmpty();
        assertThat(page.select("[href]").eachAttr("href")).allMatch(href -> href.startsWith("#"));
    }

    @Test
    void whatComesFromNamesAxesMessagesAndStacksIsText() throws Exception {
        String hostile = "\"><script>alert(1)</script><img src=x onerror=alert(2)>'</title></style><!--";
        StoredSuite suite = TestSuites.whole().stored(results);
        List<CellResult> cells = suite.result().cells().stream()
                .map(cell -> CellResultBuilder.builder(cell)
                        .cell(hostile + cell.cell())
                        .coordinates(Map.of(
                                hostile, hostile, "members", cell.coordinates().get("members")))
                        .unitOfWork(Optional.of(hostile))
                        .bottlenecks(Map.of(BottleneckType.WIRE, 6))
                        .latencies(cell.latencies().entrySet().stream()
                                .collect(Collectors.toMap(each -> hostile, Map.Entry::getValue)))
                        .environmentHashes(Set.of(hostile, "other"))
                        .runs(List.of(new VisitRun(hostile, 1, 1, VisitOutcome.INVALID, Optional.of(hostile))))
                        .build())
                .toList();
        var result = SuiteResultBuilder.builder(suite.result())
                .suite(hostile)
                .axes(List.of(hostile, "members"))
                .cells(cells)
                .build();
        var digests = suite.digests().stream()
                .map(digest -> VisitDigestBuilder.builder(digest)
                        .run(hostile)
                        .cell(hostile)
                        .findings(digest.findings().stream()
                                .map(each -> new VisitDigest.Finding(
                                        new ReasonWord.Foreign(hostile), each.severity(), hostile))
                                .toList())
                        .build())
                .toList();

        String html = SuitePage.html(new StoredSuite(
                result,
                digests,
                Map.of(),
                Optional.of(hostile),
                Optional.of(new RunDeclaration("./jgbench suite " + hostile, hostile)),
                List.of(),
                new SuiteDetails(
                        List.of(new EnvironmentChange(
                                hostile,
                                hostile,
                                hostile,
                                List.of(new Difference(
                                        hostile, Optional.of(hostile), Optional.of(hostile), List.of(hostile))))),
                        List.of(new SuiteDetails.Visit(digests.getFirst(), hostileRun(hostile))),
                        List.of(hostile))));

        assertThat(html).doesNotContain("<script", "<img", "<!--");
        Document page = Jsoup.parse(html);
        assertThat(page.selectFirst("h1").text()).isEqualTo(hostile);
        assertThat(page.select("*").stream().flatMap(element -> element.attributes().asList().stream()))
                .noneMatch(attribute -> attribute.getKey().startsWith("on"));
    }

    /** The page of a suite that came to something else. */
    private static Document page(StoredSuite suite, SuiteResult result, List<ArmComparison> comparisons) {
        return Jsoup.parse(SuitePage.html(new StoredSuite(
                result,
                suite.digests(),
                suite.specs(),
                suite.unresolved(),
                suite.declaration(),
                comparisons,
                SuiteDetails.NONE)));
    }

    private static RunResult hostileRun(String hostile) {
        return new TestResults()
                .named(hostile)
                .member(1000, 0, Map.of("messagesFrom." + hostile + "-1", 1000L, "missedFrom." + hostile + "-1", 25L))
                .member(1000, 5, Map.of())
                .result();
    }

    /** What is in the file is bounded, whatever the suite is like. */
    @Test
    void fiveHundredCellsInThreeRoundsStayBelowFiveMegabytes() throws Exception {
        String html = SuitePage.html(
                TestSuites.fiveHundredCells().measured(digest -> digest).stored(results));
        Document page = Jsoup.parse(html);

        assertThat(html.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(MOST_BYTES);
        assertThat(page.select("#cells tbody tr")).hasSize(500);
        assertThat(page.select("svg.chart").outerHtml()).hasSizeLessThan(MOST_DRAWN_BYTES);
        assertThat(page.select("#throughput svg.chart")).hasSize(4);
        assertThat(page.select("#visits svg .row-name")).hasSize(48);
        assertThat(page.select("#time svg.chart path.rate")).hasSize(3 * 48);
        assertThat(page.select("#thresholds tbody tr")).hasSize(1000);
        assertThat(page.select("#comparisons tbody tr")).hasSize(125);
        assertThat(page.select("#latency").text())
                .contains("Drawn: latency of the first 48 of 500 cells. The table has all.");
    }

    @Test
    void figureBeyondAllOthersDoesNotBreakTheDrawing() throws Exception {
        StoredSuite suite = TestSuites.whole().stored(results);
        var cell = suite.result().cells().getFirst();
        var figure = cell.figures().get("unitsPerSecond");
        var huge = new FigureSummary(
                figure.values(), Spread.of(0, 1e18), 1e18, Optional.empty(), Optional.empty(), List.of());
        var cells = List.of(CellResultBuilder.builder(cell)
                .figures(Map.of("unitsPerSecond", huge, "bytesPerSecond", huge))
                .build());

        Document page = Jsoup.parse(SuitePage.html(new StoredSuite(
                SuiteResultBuilder.builder(suite.result()).cells(cells).build(),
                List.of(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                SuiteDetails.NONE)));

        assertThat(page.select("#cells tbody tr")).hasSize(1);
    }
}
