package io.jgbench.report.html.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jgbench.coordination.result.Link;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunFailure;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.report.OtherWorkloads;
import io.jgbench.report.TestResults;
import io.jgbench.report.chart.LineChart.Point;
import io.jgbench.report.stored.RunDeclaration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

/** The page as a browser reads it. What a person sees and an accessibility checker says is in {@code AxeTest}. */
class RunPageTest {
    private static final String UDP = "<config><UDP/><PING/></config>";

    private static TestResults whole() {
        return new TestResults()
                .stack("udp", UDP)
                .link(Link.ethernet(1_000_000_000L, 1500))
                .host("kernel", "6.18")
                .sampled()
                .member(1000, 0, Map.of("gcNanos", 40_000_000L, "retransmissionRequests", 7L))
                .host("kernel", "6.19")
                .member(1000, 0, Map.of());
    }

    private static Document page(RunResult... runs) {
        return page(Optional.empty(), runs);
    }

    private static Document page(Optional<RunDeclaration> declaration, RunResult... runs) {
        return Jsoup.parse(RunPage.html(RepetitionsResult.of(List.of(runs)), declaration));
    }

    @Test
    void verdictAndFiguresComeFirst() {
        Document page = page(whole().result());

        assertThat(page.select("main > *").first().text())
                .startsWith("VALID Every message reached every member once and in order.")
                .contains("200,000 messages/s", "200.0 MB/s");
    }

    @Test
    void rateIsDefinedAsTheWorkloadMeasuresIt() {
        Document multicast = page(whole().result());
        Document forATime = page(whole().lasting(Duration.ofSeconds(1)).result());
        Document rpc = page(OtherWorkloads.rpc(Optional.empty(), List.of()));
        Document bus = page(OtherWorkloads.messageBus());
        Document datagram = page(OtherWorkloads.datagram());

        assertThat(footer(multicast))
                .contains("messages received, its own included, divided by the time from the first to the last;");
        assertThat(footer(forATime)).contains("messages received until the duration was over, its own included");
        assertThat(footer(rpc))
                .contains("requests answered, divided by the time from the start")
                .doesNotContain("messages received");
        assertThat(footer(bus))
                .contains("received from others, responses left out", "mean over the members that are sent to")
                .doesNotContain("its own included");
        assertThat(footer(datagram)).contains("packets received from others").doesNotContain("its own included");
    }

    private static String footer(Document page) {
        return page.select("footer").text();
    }

    @Test
    void rateIsThatOfWhoeverReceives() {
        assertThat(keys(page(whole().result()))).contains("Rate of a member", "Throughput of a member");
        assertThat(keys(page(OtherWorkloads.messageBus()))).contains("Rate of a receiver", "Throughput of a receiver");
        Document datagram = page(OtherWorkloads.datagram());
        assertThat(keys(datagram)).contains("Rate of a listener", "Throughput of a listener");
        assertThat(datagram.select("#figures").text()).contains("a listener, mean over listeners");
        assertThat(page(OtherWorkloads.messageBus()).select("#figures").text())
                .contains("messages/s a receiver, mean over receivers", "sum over receivers");
    }

    private static List<String> keys(Document page) {
        return page.select("dl.key dt").eachText();
    }

    @Test
    void timeToOtherMembersStandsBeforeThatOfOwnMessagesWhichCrossNoWire() {
        Document page = page(new TestResults()
                .stack("udp", UDP)
                .delivered(Duration.ofMillis(2), Duration.ofNanos(200_000))
                .member(1000, 0, Map.of())
                .member(1000, 0, Map.of())
                .result());

        assertThat(page.select("dl.key > div").eachText())
                .containsSubsequence(
                        "Delivery, median 2.001 ms, to another member",
                        "Delivery, p99 2.001 ms, to another member",
                        "Loopback, median 500.2 µs, over no wire",
                        "Loopback, p99 990.2 µs, over no wire");
        assertThat(page.select("#latency table caption").text()).isEqualTo("Percentiles, microseconds");
        assertThat(page.select("#latency svg .series-name").eachText())
                .containsExactly("Delivery ± 0.200 ms", "Loopback");
        assertThat(page.select("#latency table tbody th").eachText())
                .containsExactly("Delivery ± 0.200 ms", "Loopback");
        assertThat(page.select("#latency figcaption").text())
                .contains("each sample is right within 0.200 ms.", "it crosses no wire")
                .doesNotContain("stand below Figures");
    }

    @Test
    void timeToOtherMembersThatTheClocksDoNotAllowIsSaidNotToBeKnown() {
        Document page = page(new TestResults()
                .stack("udp", UDP)
                .delivered(Duration.ofMillis(2), Duration.ofMillis(6))
                .member(1000, 0, Map.of())
                .member(1000, 0, Map.of())
                .result());

        assertThat(page.select("dl.key > div").eachText())
                .contains("Delivery not known as the members' clocks are known to +/- 6.000 ms only")
                .noneMatch(text -> text.startsWith("Delivery, median"));
        assertThat(page.select("#latency svg .series-name").eachText()).containsExactly("Loopback");
        assertThat(page.select("#latency figcaption").text()).contains("stand below Figures as Delivery");
    }

    /** As it does where the error of the clocks is larger than the time, and a logarithmic axis has no place for it. */
    @Test
    void sampleThatSeemsToHaveTakenNoTimeIsDrawnAtTheShortestTime() {
        var histogram = new Histogram(3);
        histogram.recordValue(0);
        histogram.recordValue(50_000);
        histogram.recordValue(60_000);

        assertThat(LatencySection.line("Delivery", histogram).points())
                .extracting(Point::y)
                .allMatch(nanos -> nanos >= 49_000);
    }

    @Test
    void latencyCurveEndsAtTheNinesOfItsOwnSamples() {
        var histogram = new Histogram(3);
        IntStream.rangeClosed(1, 1000).forEach(histogram::recordValue);

        List<Point> points = LatencySection.line("latency", histogram).points();

        assertThat(points).extracting(Point::x).isSorted();
        assertThat(points.getLast().x()).isEqualTo(99.9, within(1e-9));
        assertThat(points.getLast().y()).isEqualTo(1000);
    }

    @Test
    void publishedFiguresOfOtherFlowControlThanTheHostsHaveAreNotShown() {
        assertThat(published("rx on, tx on, autoneg on"))
                .contains("JGroups 2.7 (2008), 802.3x on", "JGroups 2.6.4 (2008)")
                .doesNotContain("JGroups 2.7 (2008), 802.3x off");
        assertThat(published("rx off, tx off, autoneg on"))
                .contains("JGroups 2.7 (2008), 802.3x off")
                .doesNotContain("JGroups 2.7 (2008), 802.3x on");
        assertThat(published("rx on, tx off, autoneg on"))
                .as("neither")
                .contains("JGroups 2.7 (2008), 802.3x off", "JGroups 2.7 (2008), 802.3x on");
    }

    private static List<String> published(String flowControl) {
        return page(four().host("nicFlowControl", flowControl))
                .select("#limit tbody th")
                .eachText();
    }

    private static TestResults four() {
        return new TestResults().members(4).stack("udp", UDP);
    }

    private static Document page(TestResults ofFour) {
        for (int i = 0; i < 4; i++) {
            ofFour.member(1000, 0, Map.of());
        }
        return page(ofFour.result());
    }

    @Test
    void whatWasMeasuredForATimeIsSaidToBeCountedOtherwiseThanThePublishedFigures() {
        String said = "What was measured for a duration leaves out what arrived after it";

        assertThat(page(four().lasting(Duration.ofSeconds(1)))
                        .select("#limit figcaption")
                        .text())
                .contains("published ones", said);
        assertThat(page(four()).select("#limit figcaption").text())
                .contains("published ones")
                .doesNotContain(said);
    }

    @Test
    void linksOfDifferentLineRatesAreAllNamedAndNoShareOfOneIsGiven() {
        Document page = page(OtherWorkloads.rpc(
                Optional.of(Link.ethernet(100_000_000L, 1500)),
                List.of(
                        Map.of("lineRateBitsPerSecond", "100000000", "mtu", "1500"),
                        Map.of("lineRateBitsPerSecond", "1000000000", "mtu", "1500"))));

        assertThat(page.select("#figures").text()).contains("links of 100 to 1,000 Mbit/s, MTU 1500");
        assertThat(page.select("#limit tbody tr").first().select("td").eachText())
                .element(2)
                .isEqualTo("–");
    }

    @Test
    void wayOfWhichNothingIsKnownIsNotSaidToHaveLostNothing() {
        Document lost = page(new TestResults()
                .stack("udp", UDP)
                .member(1000, 0, Map.of("messagesFrom.lab-1", 1000L, "missedFrom.lab-1", 0L))
                .failed(new RunFailure(FailureReason.MEMBER_LOST, RunPhase.RUNNING, "lab-1 was lost."))
                .result());
        Document all = page(new TestResults()
                .stack("udp", UDP)
                .member(1000, 0, Map.of("messagesFrom.lab-1", 1000L, "missedFrom.lab-1", 0L))
                .member(1000, 0, Map.of("messagesFrom.lab-0", 1000L, "missedFrom.lab-0", 0L))
                .result());

        assertThat(lost.select("#pairs").text())
                .contains("Zero on the 1 of 2 ways on which it is known: Lost and sent again, % of the messages")
                .doesNotContain("every way");
        assertThat(all.select("#pairs").text()).contains("Zero on every way: Lost and sent again, % of the messages");
    }

    @Test
    void pageDoesNotSayOfPairsThatAreLeftOutThatTheyShowedNothingWhereTheyDid() {
        assertThat(preflightOfMany(1024, 3008, 3008))
                .contains("3,008 pairs are not in the stored result. 3,008 of them had a fault, too.")
                .doesNotContain("showed nothing");
        assertThat(preflightOfMany(1024, 536, 0))
                .contains("536 pairs are not in the stored result.")
                .doesNotContain("showed nothing");
        assertThat(preflightOfMany(40, 3992, 0))
                .contains("3,992 pairs that showed nothing are not in the stored result.");
    }

    @Test
    void pairsThatAreStoredForTheirLossesAreNotRankedByTheirRoundTrips() {
        assertThat(preflightOfMany(40, 3992, 0))
                .contains("Probes lost, %", "Multicasts lost, %")
                .doesNotContain("Round trip", "Largest packet");
        assertThat(page(whole().preflight().result()).select("#preflight").text())
                .contains("Round trip, µs", "Largest packet, bytes");
    }

    @Test
    void largestPacketsAreShownOfPairsThatAreStoredForTheirPacketSizes() {
        String preflight = page(whole().preflightOfSmallPackets(40, 3992).result())
                .select("#preflight")
                .text();

        assertThat(preflight)
                .contains("Largest packet, bytes")
                .doesNotContain("Round trip", "Probes lost, %", "Multicasts lost, %");
    }

    private static String preflightOfMany(int stored, int leftOut, int leftOutFaulty) {
        return page(whole().preflightOfMany(stored, leftOut, leftOutFaulty).result())
                .select("#preflight")
                .text();
    }

    @Test
    void waysThatAreLeftOutAreNotSaidToHaveLostLessThanNothing() {
        TestResults results = new TestResults().members(17).stack("udp", UDP);
        for (int to = 0; to < 17; to++) {
            Map<String, Long> counters = new HashMap<>();
            for (int from = 0; from < 17; from++) {
                if (from != to) {
                    counters.put("messagesFrom.lab-" + from, 1000L);
                    counters.put("missedFrom.lab-" + from, to == 3 ? 25L : 0L);
                }
            }
            results.member(1000, 0, counters);
        }
        Element pairs = page(results.result()).selectFirst("#pairs");

        assertThat(pairs.text())
                .contains("32 further ways without larger losses are not in the stored result.")
                .doesNotContain("less was lost");
        assertThat(pairs.select("td[title]"))
                .hasSize(32)
                .allSatisfy(td -> assertThat(td.attr("title")).isEqualTo("not known, or not in the stored result"));
    }

    @Test
    void whatHappensInTheLastPartOfAnIntervalIsCountedAndDrawn() {
        Document page = page(new TestResults()
                .sampledForTenths(12, 12)
                .member(1190, 0, Map.of("gcNanos", 40_000_000L, "retransmissionRequests", 7L))
                .member(1190, 0, Map.of())
                .result());

        assertThat(page.select("#time thead th").eachText())
                .containsExactly(
                        "MEMBER",
                        "TO 0.1 s",
                        "TO 0.3 s",
                        "TO 0.4 s",
                        "TO 0.6 s",
                        "TO 0.7 s",
                        "TO 0.9 s",
                        "TO 1.0 s",
                        "TO 1.2 s",
                        "STALLS",
                        "STALLED s",
                        "PAUSED s",
                        "ASKED AGAIN");
        assertThat(page.select("#time tbody tr").first().text())
                .as("nine tenths of what was counted from 1.1 to 1.2 s")
                .endsWith("200,000 0 0.0 0.04 6");
        assertThat(page.select("#time svg .strip1").first().attr("d")).isNotEmpty();
        assertThat(page.select("#time svg desc").text()).contains("over 1.2 s");
    }

    @Test
    void messageThatIsAskedForAgainAndThePacketThatWasDroppedAreNotAddedUp() {
        RunResult run = new TestResults()
                .sampledWithDrops(9)
                .member(1000, 0, Map.of("retransmissionRequests", 7L, "udpReceiveBufferDrops", 9L))
                .member(1000, 0, Map.of())
                .result();
        MemberActivity member = MemberActivity.of(run).getFirst();

        assertThat(page(run).select("#time thead th").eachText()).endsWith("STALLED s", "ASKED AGAIN", "DROPPED");
        assertThat(page(run).select("#time tbody tr").first().text()).endsWith(" 7 9");
        assertThat(page(run).select("#time svg .strip0")).isNotEmpty();
        assertThat(member.most(MemberActivity.Strip.LOSSES)).isEqualTo(9, within(1e-6));
        assertThat(member.events(MemberActivity.Strip.LOSSES))
                .filteredOn(events -> events > 0)
                .singleElement()
                .satisfies(events -> assertThat(events).isEqualTo(9, within(1e-6)));
    }

    @Test
    void shareOfAFastLinkIsNotShownAsZero() {
        assertThat(shareOf(Link.ethernet(1_000_000_000L, 1500))).isEqualTo("160.0 %");
        assertThat(shareOf(Link.ethernet(400_000_000_000L, 1500))).isEqualTo("0.40 %");
    }

    private static String shareOf(Link link) {
        return page(new TestResults()
                        .stack("udp", UDP)
                        .link(link)
                        .member(1000, 0, Map.of())
                        .member(1000, 0, Map.of())
                        .result())
                .select("#limit tbody tr")
                .first()
                .select("td")
                .get(2)
                .text();
    }

    @Test
    void columnOfTheTableEndsWhereItsMeanEnds() {
        assertThat(page(whole().result()).select("#time thead th").eachText())
                .containsSubsequence(
                        "TO 0.1 s", "TO 0.2 s", "TO 0.3 s", "TO 0.5 s", "TO 0.6 s", "TO 0.7 s", "TO 0.8 s", "TO 1.0 s");
    }

    @Test
    void memberThatStoodStillIsDrawnWhateverItsNumber() {
        TestResults results = new TestResults().members(26).sampledForTenths(20, 5);
        for (int member = 0; member < 25; member++) {
            results.member(2000, 0, Map.of());
        }
        Document page = page(results.standingStill().member(2000, 0, Map.of()).result());

        assertThat(page.select("#time svg .row-name").eachText()).hasSize(24).contains("lab-0", "lab-25");
        assertThat(page.select("#time svg desc").text())
                .contains("of 24 of 26 members over 2.0 s. 1 time a member stood still.");
        assertThat(page.select("#time > p").text()).contains("24 of 26 members: those first that stood still");
    }

    @Test
    void memberThatBeganLastIsDrawnWhateverItsNumber() {
        TestResults results = new TestResults().members(60);
        for (int member = 0; member < 60; member++) {
            results.member(1000, 0, Map.of());
        }
        Document page = page(results.result());

        assertThat(page.select("#start svg .row-name").eachText())
                .hasSize(48)
                .contains("lab-59")
                .doesNotContain("lab-0");
        assertThat(page.select("#start figcaption").text()).contains("The 48 of 60 members that began last.");
    }

    @Test
    void limitOfRpcIsDrawnInRequests() {
        Document page = page(OtherWorkloads.rpc(
                Optional.of(Link.ethernet(1_000_000_000L, 1500)),
                List.of(Map.of("lineRateBitsPerSecond", "1000000000"), Map.of("lineRateBitsPerSecond", "1000000000"))));

        assertThat(page.select("#limit svg .level-name").eachText()).containsExactly("limit of this network");
        assertThat(page.select("#limit svg").text()).contains("requests/s of a member");
    }

    @Test
    void chartWithoutPublishedFiguresIsNotCalledBesideThem() {
        Document page = page(whole().result());

        assertThat(page.select("#limit svg title").first().text()).isEqualTo("This run and the limit of its network");
        assertThat(page.select("#limit table caption").text()).isEqualTo("This run and the limit of its network");
        assertThat(page.select("#limit").text()).doesNotContain("beside published ones");
        assertThat(page(four()).select("#limit svg title").first().text()).isEqualTo("This run beside published ones");
    }

    @Test
    void eachPartOfTheRunHasItsSection() {
        Document page = page(whole().result());

        assertThat(page.select("main section").eachAttr("id"))
                .containsExactly(
                        "verdict", "findings", "limit", "time", "latency", "figures", "start", "environment", "repeat");
        assertThat(page.select("nav a").eachAttr("href"))
                .containsExactlyElementsOf(page.select("main section").eachAttr("id").stream()
                        .map("#"::concat)
                        .toList());
    }

    @Test
    void chartsSayWhatTheyShowAndHaveTheirNumbersBeside() {
        Document page = page(whole().result());

        assertThat(page.select("figure")).hasSizeGreaterThanOrEqualTo(4).allSatisfy(figure -> {
            Element svg = figure.selectFirst("svg.chart");
            assertThat(svg.attr("role")).isEqualTo("img");
            assertThat(svg.attr("aria-labelledby").split(" "))
                    .allSatisfy(id -> assertThat(page.getElementById(id).text()).isNotBlank());
            assertThat(figure.select("details table tbody tr")).isNotEmpty();
            assertThat(figure.select("figcaption")).hasSize(1);
        });
    }

    @Test
    void tablesHaveHeadersAndCaptionsAndIdsAreUnique() {
        Document page = page(whole().result());

        assertThat(page.select("table")).allSatisfy(table -> {
            assertThat(table.select("caption").text()).isNotBlank();
            assertThat(table.select("thead th"))
                    .allSatisfy(th -> assertThat(th.attr("scope")).isEqualTo("col"));
            assertThat(table.select("tbody tr"))
                    .allSatisfy(row -> assertThat(row.child(0).attr("scope")).isEqualTo("row"));
        });
        assertThat(page.select("[id]").eachAttr("id")).doesNotHaveDuplicates();
    }

    @Test
    void headingsDescendStepByStep() {
        List<Integer> levels = page(whole().result()).select("h1, h2, h3, h4").stream()
                .map(heading -> heading.tagName().charAt(1) - '0')
                .toList();

        assertThat(levels.getFirst()).isEqualTo(1);
        assertThat(levels).filteredOn(level -> level == 1).hasSize(1);
        for (int i = 1; i < levels.size(); i++) {
            assertThat(levels.get(i)).isLessThanOrEqualTo(levels.get(i - 1) + 1);
        }
    }

    @Test
    void nothingIsFetchedAndNothingExecuted() {
        Document page = page(whole().result());

        assertThat(page.selectFirst("meta[http-equiv=Content-Security-Policy]").attr("content"))
                .startsWith("default-src 'none'; style-src 'sha256-")
                .doesNotContain("unsafe");
        assertThat(page.select("script, iframe, object, embed, img, link, form"))
                .isEmpty();
        assertThat(page.select("[src], [style]")).isEmpty();
        assertThat(page.select("[href]").eachAttr("href")).allMatch(href -> href.startsWith("#"));
        assertThat(page.select("style").html()).doesNotContain("@import", "url(");
    }

    @Test
    void whatComesFromNamesStacksFactsAndMessagesIsText() {
        String hostile = "\"><script>alert(1)</script><img src=x onerror=alert(2)>'</title></style><!--";
        var result = new TestResults()
                .named(hostile)
                .stack(hostile, UDP + "<!--" + hostile)
                .host("cpuModel", hostile)
                .host(hostile, "6.18")
                .sampled()
                .member(1000, 0, Map.of("missedFrom." + hostile + "-1", 3L, "messagesFrom." + hostile + "-1", 100L))
                .partial(900, 10, hostile)
                .failed(new RunFailure(FailureReason.MEMBER_LOST, RunPhase.RUNNING, hostile))
                .notApplied(hostile)
                .result();
        String html = RunPage.html(
                RepetitionsResult.of(List.of(result)),
                Optional.of(new RunDeclaration("./jgbench run " + hostile, "name: " + hostile)));

        assertThat(html).doesNotContain("<script", "<img", "<!--");
        Document page = Jsoup.parse(html);
        assertThat(page.select("script, img")).isEmpty();
        assertThat(page.selectFirst("h1").text()).isEqualTo(hostile);
        assertThat(page.title()).startsWith(hostile);
        assertThat(page.select("*").stream().flatMap(element -> element.attributes().asList().stream()))
                .noneMatch(attribute -> attribute.getKey().startsWith("on"));
    }

    @Test
    void matricesHaveTheirNumbersInTheirCells() {
        assertThat(page(whole().result()).select("#pairs")).isEmpty();

        Document page = page(new TestResults()
                .stack("udp", UDP)
                .member(1000, 0, Map.of("messagesFrom.lab-1", 1000L, "missedFrom.lab-1", 25L))
                .member(1000, 0, Map.of("messagesFrom.lab-0", 1000L))
                .result());

        var cells = new ArrayList<>(page.select("#pairs table.grid tbody td").eachText());
        assertThat(cells).containsExactly("–", "0", "2.500", "–");
        assertThat(page.select("#pairs td.b5").text()).isEqualTo("2.500");
    }

    @Test
    void runThatFailedHasAPageWithWhatWasMeasured() {
        Document page = page(new TestResults()
                .sampled()
                .partial(700, 130_000, "it was stopped.")
                .failed(new RunFailure(FailureReason.MEMBER_LOST, RunPhase.RUNNING, "lab-1 was lost."))
                .result());

        assertThat(page.select("#verdict").text())
                .contains("FAILED while", "lab-1 was lost.", "is partial and not averaged");
        assertThat(page.select("main section").eachAttr("id")).contains("findings", "time", "latency", "repeat");
        assertThat(page.select("#figures").text()).contains("none", "partial");
    }

    @Test
    void runOfWhichNothingIsLeftHasAPage() {
        Document page = page(new TestResults()
                .failed(new RunFailure(FailureReason.MEMBER_LOST, RunPhase.JOINING, "nobody came."))
                .result());

        assertThat(page.select("#verdict").text()).contains("FAILED", "nobody came.");
    }

    @Test
    void severalRepetitionsAreListedAndTheMedianIsShown() {
        Document page = page(
                whole().result(),
                new TestResults()
                        .member(2000, 0, Map.of())
                        .member(2000, 0, Map.of())
                        .result());

        assertThat(page.select("#repetitions tbody tr")).hasSize(2);
        assertThat(page.select("#repetitions").text()).contains("The rest of this page is of repetition 2");
    }

    @Test
    void whatDiffersBetweenHostsIsNamedWithItsMembers() {
        Document page = page(whole().result());

        assertThat(page.select("#environment").text())
                .contains("What differs between the hosts", "6.18 (lab-0); 6.19 (lab-1)");
    }

    @Test
    void runFileAndCommandAreToldWhereTheyAreKnown() {
        var declaration = new RunDeclaration("./jgbench run run.yaml --mtu 9000", "kind: BenchmarkRun\n");

        assertThat(page(Optional.of(declaration), whole().result())
                        .select("#repeat pre")
                        .eachText())
                .contains("./jgbench run run.yaml --mtu 9000", "kind: BenchmarkRun");
        assertThat(page(whole().result()).select("#repeat").text()).contains("The run file was not stored");
    }

    @Test
    void pageOfASmallRunIsSmall() {
        assertThat(RunPage.html(RepetitionsResult.of(List.of(whole().result())), Optional.empty()))
                .hasSizeLessThan(200_000);
    }

    @Test
    void sectionsAreReachedByTheirNames() {
        Document page = page(whole().result());

        assertThat(page.select("[aria-labelledby]"))
                .allSatisfy(element -> assertThat(
                                Set.of(element.attr("aria-labelledby").split(" ")))
                        .allSatisfy(id -> assertThat(page.getElementById(id)).isNotNull()));
        assertThat(page.select("main, nav, header, footer")).hasSize(4);
    }
}
