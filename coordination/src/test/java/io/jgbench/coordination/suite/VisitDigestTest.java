package io.jgbench.coordination.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.jgbench.api.v1alpha1.ReasonWord;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.api.v1alpha1.StatusWarmup.End;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.Link;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunFailure;
import io.jgbench.coordination.result.TestReport;
import io.jgbench.coordination.result.TestRun;
import io.jgbench.coordination.result.WarmupResult;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.suite.result.SuiteFormatException;
import io.jgbench.coordination.suite.result.SuiteJson;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class VisitDigestTest {
    private static final int FEW_KILOBYTES = 8 * 1024;

    @Test
    void digestHoldsFiguresLatenciesAndWhatWasFound() throws Exception {
        VisitDigest digest = digest(TestRun.of(
                2,
                2,
                TestReport.whole(0, 2, 10_000).in(Duration.ofSeconds(1)).latencies(1_000_000, 2_000_000),
                TestReport.whole(1, 2, 10_000).in(Duration.ofSeconds(1)).latencies(3_000_000)));

        assertThat(digest.outcome()).isEqualTo(VisitOutcome.VALID);
        assertThat(digest.run()).isEqualTo("lab-c1-r3-a2");
        assertThat(digest.cell()).isEqualTo("messages=1000");
        assertThat(digest.unitOfWork()).isEqualTo("messages");
        assertThat(digest.figures())
                .containsKeys("unitsPerSecond", "bytesPerSecond", "messagesPerSecond")
                .doesNotContainKey("repetitions");
        assertThat(digest.startSkewNanos()).contains(0L);
        assertThat(HistogramText.decode(digest.histograms().get("loopback")).getTotalCount())
                .isEqualTo(3);
        assertThat(digest.duration()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void latencyOfASendersOwnCopiesIsNoFigureBesideThoseToOthers() {
        VisitDigest digest =
                digest(TestRun.of(1, 1, TestReport.whole(0, 1, 10_000).latencies(1_000_000)));

        assertThat(digest.figures().keySet()).noneMatch(metric -> metric.startsWith("latency"));
        assertThat(digest.histograms()).containsKey("loopback");
    }

    @Test
    void deliveryToOtherMembersStandsBesideTheLoopbackWithTheErrorOfTheClocks() {
        VisitDigest digest = digest(delivered(20_000));

        Histogram delivery = HistogramText.decode(digest.histograms().get("delivery"));
        assertThat(delivery.getTotalCount()).isEqualTo(4);
        assertThat(delivery.getMaxValue()).isBetween(500_000L, 510_000L);
        assertThat(digest.histograms()).containsOnlyKeys("delivery", "loopback");
        assertThat(digest.figures()).containsEntry(VisitDigest.LATENCY_ERROR_MICROS, 20.0);
    }

    @Test
    void deliveryThatTheClocksOnlyBoundIsNoHistogram() {
        VisitDigest digest = digest(delivered(900_000));

        assertThat(digest.histograms()).containsOnlyKeys("loopback");
    }

    @Test
    void startSkewAndWarmUpAreFiguresWhereTheyAreKnown() {
        TestRun run = TestRun.of(2, 2, TestReport.whole(0, 2, 10_000), TestReport.whole(1, 2, 10_000));
        assertThat(digest(run).figures())
                .containsEntry(VisitDigest.START_SKEW_MICROS, 0.0)
                .doesNotContainKey(VisitDigest.WARMUP_MILLIS);

        run.warmup(new WarmupResult(End.FIXED, 1_500_250_000, 1000, Optional.empty()));
        assertThat(digest(run).figures()).containsEntry(VisitDigest.WARMUP_MILLIS, 1500.25);
    }

    private static TestRun delivered(long clockErrorNanos) {
        return TestRun.of(
                        2,
                        2,
                        TestReport.whole(0, 2, 10_000).latencies(1_000_000).delivered(1, 400_000, 500_000),
                        TestReport.whole(1, 2, 10_000).latencies(1_000_000).delivered(0, 200_000, 300_000))
                .firstClockKnownTo(clockErrorNanos);
    }

    /** A comparison of rounded figures finds changes that are none. */
    @Test
    void figureIsNotRoundedAsThatOfTheStatusIs() {
        Map<String, Double> figures = withLineRateOfTheSecond("100000000").figures();

        assertThat(figures.get("efficiencyPermille"))
                .isNotEqualTo(Math.rint(figures.get("efficiencyPermille")))
                .isCloseTo(figures.get("bytesPerSecond") * 1000 / figures.get("limitBytesPerSecond"), within(1e-6));
    }

    @Test
    void lineRateIsAFigureWhereAllMembersHaveTheSame() {
        assertThat(withLineRateOfTheSecond("100000000").figures())
                .containsEntry(VisitDigest.LINE_BYTES_PER_SECOND, 12_500_000.0);
        assertThat(withLineRateOfTheSecond("1000000000").figures())
                .doesNotContainKey(VisitDigest.LINE_BYTES_PER_SECOND)
                .containsKey("limitBytesPerSecond");
    }

    private static VisitDigest withLineRateOfTheSecond(String bitsPerSecond) {
        return digest(TestRun.of(
                        2,
                        2,
                        TestReport.whole(0, 2, 10_000).host(HostFact.LINE_RATE_BITS_PER_SECOND, "100000000"),
                        TestReport.whole(1, 2, 10_000).host(HostFact.LINE_RATE_BITS_PER_SECOND, bitsPerSecond))
                .link(Link.ethernet(100_000_000L, 1500)));
    }

    @Test
    void digestIsReadAsItWasWritten() throws Exception {
        VisitDigest digest =
                digest(TestRun.of(1, 1, TestReport.whole(0, 1, 10_000).latencies(1_000)));

        assertThat(SuiteJson.digest(SuiteJson.write(digest), "a.json")).isEqualTo(digest);
    }

    @Test
    void digestSaysWhatItsEnvironmentIsMadeOf() throws Exception {
        VisitDigest digest =
                digest(TestRun.of(1, 1, TestReport.whole(0, 1, 10_000).host(HostFact.KERNEL, "6.8")));

        assertThat(digest.environmentHash()).isPresent();
        assertThat(digest.environmentFacts().orElseThrow().text()).matches(".*\\bkernel=[0-9a-f]{8}\\b.*");
        assertThat(SuiteJson.digest(SuiteJson.write(digest), "a.json")).isEqualTo(digest);
    }

    @Test
    void digestTellsStacksApartWhateverTheyAreCalled() {
        assertThat(stackHash("mine.xml", "<config/>"))
                .isNotEmpty()
                .isEqualTo(stackHash("of a ConfigMap", "<config/>"))
                .isNotEqualTo(stackHash("mine.xml", "<config><TCP/></config>"));
    }

    private static Optional<String> stackHash(String name, String xml) {
        return digest(TestRun.of(1, 1, TestReport.whole(0, 1, 10_000)).over(new TransportSpec.Stack(name, xml)))
                .stackHash();
    }

    @Test
    void failedRunIsKeptWithItsReason() {
        VisitDigest digest = digest(TestRun.of(2, 1, TestReport.whole(0, 1, 10_000))
                .failed(new RunFailure(FailureReason.MEMBER_LOST, RunPhase.RUNNING, "member-1 is gone")));

        assertThat(digest.outcome()).isEqualTo(VisitOutcome.FAILED);
        assertThat(digest.failure()).contains(new VisitDigest.Failure("MemberLost", "member-1 is gone"));
        assertThat(digest.figures()).isEmpty();
        assertThat(digest.findings()).isNotEmpty();
    }

    @Test
    void digestOfManyLatenciesAndDeliveriesIsAFewKilobytes() {
        VisitDigest digest = digest(TestRun.of(
                        2,
                        2,
                        TestReport.whole(0, 2, 10_000).latencies(nanos(100_000)),
                        TestReport.whole(1, 2, 10_000).delivered(0, nanos(32_768)))
                .firstClockKnownTo(20_000));

        assertThat(digest.histograms()).containsOnlyKeys("delivery", "loopback");
        assertThat(SuiteJson.write(digest).length).isLessThan(FEW_KILOBYTES);
    }

    private static long[] nanos(int number) {
        return new Random(1)
                .doubles(number)
                .mapToLong(each -> Math.round(-Math.log(1 - each) * 1e6))
                .toArray();
    }

    @Test
    void seriesIsTheClustersRateInAtMostSixtyIntervals() {
        long[] arrivals = new long[200];
        Arrays.fill(arrivals, 50);
        VisitDigest digest = digest(TestRun.of(
                2,
                2,
                TestReport.whole(0, 2, 10_000).in(Duration.ofSeconds(20)).arrivals(Duration.ofMillis(100), arrivals),
                TestReport.whole(1, 2, 10_000).in(Duration.ofSeconds(20)).arrivals(Duration.ofMillis(100), arrivals)));

        DigestSeries series = digest.series().orElseThrow();
        assertThat(series.unitsPerSecond()).hasSizeLessThanOrEqualTo(DigestSeries.MAX_POINTS);
        assertThat(series.unitsPerSecond().subList(5, 50)).allMatch(rate -> Math.abs(rate - 1000) <= 10);
    }

    @Test
    void whatIsOfAnotherVersionOrNotWholeIsRefusedWithItsPlace() {
        byte[] whole = SuiteJson.write(digest(TestRun.of(1, 1, TestReport.whole(0, 1, 10_000))));
        String text = new String(whole, StandardCharsets.UTF_8);

        assertThatThrownBy(() -> SuiteJson.digest(
                        bytes(text.replace("\"schemaVersion\" : 1", "\"schemaVersion\" : 2")), "x.json"))
                .isInstanceOf(SuiteFormatException.class)
                .hasMessage("x.json must be of version 1, got: 2; read it with the jgbench that wrote it");
        assertThatThrownBy(() ->
                        SuiteJson.digest(bytes(text.replace("\"cell\" : ", "\"cell\" : null, \"was\" : ")), "x.json"))
                .isInstanceOf(SuiteFormatException.class)
                .hasMessage("x.json was not written by jgbench: /cell is null");
        assertThatThrownBy(() -> SuiteJson.digest(bytes(text.substring(0, text.length() / 2)), "x.json"))
                .isInstanceOf(SuiteFormatException.class)
                .hasMessageStartingWith("x.json is not whole: ")
                .hasMessageNotContaining("\n");
        assertThatThrownBy(() -> SuiteJson.digest(bytes(""), "x.json"))
                .isInstanceOf(SuiteFormatException.class)
                .hasMessage("x.json is not whole: it is empty; remove it, and it is made again");
        assertThatThrownBy(() -> SuiteJson.digest(bytes("{\"schemaVersion\": 1}"), "x.json"))
                .isInstanceOf(SuiteFormatException.class);
    }

    @Test
    void wordOfALaterVersionIsRefusedByItsNameAndNotAsDamage() {
        String text = new String(
                SuiteJson.write(digest(TestRun.of(1, 1, TestReport.whole(0, 1, 10_000)))), StandardCharsets.UTF_8);

        assertThatThrownBy(() -> SuiteJson.digest(bytes(text.replace("\"Multicast\"", "\"Broadcast\"")), "x.json"))
                .asInstanceOf(InstanceOfAssertFactories.throwable(SuiteFormatException.class))
                .hasMessage("x.json has at /workload the word \"Broadcast\", which this version of jgbench does not"
                        + " know; read it with the jgbench that wrote it")
                .returns(true, SuiteFormatException::isNewer);
    }

    @Test
    void findingThatOnlyALaterVersionKnowsCostsNoDigest() throws Exception {
        var later = new VisitDigest.Finding(new ReasonWord.Foreign("FoundLater"), Severity.INFO, "42 of them");
        var known = new VisitDigest.Finding(Reason.SHARED_HOST, Severity.INFO, "two members");
        VisitDigest digest = VisitDigestBuilder.builder(digest(TestRun.of(1, 1, TestReport.whole(0, 1, 10_000))))
                .findings(List.of(later, known))
                .build();

        assertThat(SuiteJson.digest(SuiteJson.write(digest), "x.json").findings())
                .containsExactly(later, known);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static VisitDigest digest(TestRun run) {
        SuiteSpec suite = SuiteFixture.suite(1, 1, 0, "");
        return DigestOf.digest(
                "lab", suite.cells().getFirst(), new VisitId(0, 3, 2), RepetitionsResult.of(List.of(run.result())));
    }
}
