package io.jgbench.coordination.workload.datagram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.bottleneck.Bottleneck;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.protocol.OpenLoopReport;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.result.TestRun;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.status.StatusOf;
import io.jgbench.coordination.words.PairGrid;
import io.jgbench.coordination.workload.datagram.DatagramReport.Inbound;
import io.jgbench.coordination.workload.datagram.DatagramReport.Outbound;
import io.jgbench.coordination.workload.datagram.DatagramReport.SearchTrial;
import io.jgbench.coordination.workload.datagram.DatagramReport.Socket;
import io.jgbench.coordination.workload.registry.Workloads;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatagramResultTest {
    private static final long BEGAN = 1_000_000_000_000L;
    private static final long SECOND = 1_000_000_000L;

    @Test
    void rateIsThatOfTheListenersAndAllAddsUp() {
        var result = run(Optional.empty(), publisher(1, 1000), listener(0, 1000, 1000));

        var figures = Workloads.DATAGRAM.of(result).figures().orElseThrow();

        assertThat(figures.packetsPerSecond()).isEqualTo(1000);
        assertThat(figures.bytesPerSecond()).isEqualTo(1_468_000);
        assertThat(figures.slotsWithinRatePermille()).contains(990);
        assertThat(result.accounts()).isEqualTo(new DatagramAccounts(1000, 1000, 0, 0, 0, 0, 1, 0));
        assertThat(result.valid()).isTrue();
        assertThat(result.verdict().findings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1000, false", "951, false", "949, true"})
    void publisherMissedItsRateWhereItsLastPacketWasDueLongBeforeItWasSent(long plannedMillis, boolean missed) {
        var publisher = DatagramReportBuilder.builder(publisher(1, 940))
                .openLoop(Optional.of(new OpenLoopReport(plannedMillis * SECOND / 1000, SECOND, 0, "", "")))
                .build();

        var result = run(Optional.empty(), publisher, listener(0, 940, 940));

        assertThat(result.verdict().findings())
                .extracting(Finding::evidence)
                .isEqualTo(
                        missed
                                ? List.of("Fewer packets a second than the 1,000 that datagram.rate asks for were"
                                        + " sent: member-0 949.")
                                : List.of());
        assertThat(result.bottleneck().map(Bottleneck::type).filter(BottleneckType.REQUESTED_RATE::equals))
                .isEqualTo(missed ? Optional.empty() : Optional.of(BottleneckType.REQUESTED_RATE));
    }

    @ParameterizedTest
    @CsvSource({"2.6, true", "2.4, false"})
    void publisherThatWokeUpLateBySoMuchIsNamed(double ownMillis, boolean named) {
        long own = Math.round(ownMillis * 1e6);
        var late = DatagramReportBuilder.builder(publisher(1, 1000))
                .openLoop(Optional.of(new OpenLoopReport(SECOND, SECOND, 0, lateBy(2 * own), lateBy(own))))
                .build();

        var result = run(Optional.empty(), late, listener(0, 1000, 1000));

        assertThat(result.verdict().findings().stream()
                        .filter(finding -> finding.reason() == Reason.GENERATOR_LATE)
                        .anyMatch(finding -> finding.evidence().contains("member-0 2.6")))
                .isEqualTo(named);
        assertThat(Workloads.DATAGRAM.of(result).figures().orElseThrow().lateness())
                .isPresent();
    }

    private static String lateBy(long nanos) {
        var recorded = new Histogram(3);
        recorded.recordValue(nanos);
        return HistogramText.encode(recorded);
    }

    @Test
    void lossWarnsWithThePairAndInvalidatesWhereItIsMoreThanAllowed() {
        var warned = run(Optional.empty(), publisher(1, 1000), listener(0, 1000, 990));
        var refused = run(Optional.of(5000), publisher(1, 1000), listener(0, 1000, 990));

        assertThat(warned.verdict().findings())
                .containsExactly(new Finding(
                        Reason.MESSAGES_MISSING,
                        Severity.WARNING,
                        "10 of 1,000 packets (1.00 %) did not arrive: member-0 to member-1 10 (1.00 %)."));
        assertThat(warned.valid()).isTrue();
        assertThat(refused.verdict().findings())
                .extracting(Finding::reason, Finding::severity)
                .containsExactly(tuple(Reason.MESSAGES_MISSING, Severity.INVALID));
    }

    @Test
    void pairWithMostOfWhatIsFoundIsNamedThoughNothingIsMissing() {
        int members = 12;
        var reports = IntStream.range(0, members)
                .mapToObj(member -> report(SECOND, toOthers(member, members), fromOthers(member, members)))
                .toArray(DatagramReport[]::new);

        var result = TestRun.of(workload(members, members, Optional.empty(), Optional.empty()), reports)
                .over("udp")
                .result();

        assertThat(result.verdict().findings())
                .filteredOn(finding -> finding.reason() == Reason.PACKETS_CORRUPT)
                .singleElement()
                .satisfies(finding -> assertThat(finding.evidence())
                        .startsWith("50,020 packets had another content than was sent: member-3 to member-11 50,000, ")
                        .endsWith(" and 13 more pairs."));
    }

    private static List<Outbound> toOthers(int publisher, int members) {
        return IntStream.range(0, members)
                .filter(listener -> listener != publisher)
                .mapToObj(listener -> new Outbound(listener, 100_000, 1472, 3))
                .toList();
    }

    private static List<Inbound> fromOthers(int listener, int members) {
        return IntStream.range(0, members)
                .filter(publisher -> publisher != listener)
                .mapToObj(publisher -> DatagramReportInboundBuilder.builder(
                                listener(publisher, 100_000, 100_000).inbound().getFirst())
                        .corrupt(corrupt(publisher, listener))
                        .build())
                .toList();
    }

    /** Of one pair many; of all 11 to member-0 and of 9 to member-1 one each. */
    private static long corrupt(int publisher, int listener) {
        if (publisher == 3 && listener == 11) {
            return 50_000;
        }
        return listener == 0 || (listener == 1 && publisher < 10) ? 1 : 0;
    }

    @Test
    void packetsOfStrangersAreToldWhereSomeOfTheRunAreMissing() {
        var listener = DatagramReportBuilder.builder(listener(0, 1000, 990))
                .strangers(20_000)
                .build();

        var result = run(Optional.empty(), publisher(1, 1000), listener);

        assertThat(result.verdict().findings().getFirst().evidence())
                .endsWith("Packets of other runs or programs came to the sockets as well: member-1 20,000.");
    }

    @ParameterizedTest
    @CsvSource({"5, 5", "12, 10"})
    void packetsThatCameTooLateAreToldApartFromLostOnesAndAreNoMoreThanAreMissing(long late, long told) {
        var inbound = DatagramReportInboundBuilder.builder(
                        listener(0, 1000, 990).inbound().getFirst())
                .late(late)
                .build();

        var result = run(Optional.empty(), publisher(1, 1000), report(0, List.of(), List.of(inbound)));

        assertThat(result.verdict().findings().getFirst().evidence())
                .isEqualTo("10 of 1,000 packets (1.00 %) did not arrive: member-0 to member-1 10 (1.00 %). Some"
                        + " arrived, but too late to be counted: member-1 " + told
                        + ". A longer datagram.rxTimeout may wait for them.");
    }

    /** A threshold of 0 would be met. */
    @Test
    void leastLossIsNotRoundedToNone() {
        var result = run(Optional.empty(), publisher(1, 3_000_000), listener(0, 3_000_000, 2_999_999));

        var status = StatusOf.status(RepetitionsResult.of(List.of(result)), Instant.EPOCH);

        assertThat(status.summary().datagram().worstLossPpm()).isOne();
    }

    @Test
    void leastLossOfAWayIsNotShownAsNone() {
        var result = run(Optional.empty(), publisher(1, 1_000_000), listener(0, 1_000_000, 999_996));

        assertThat(new DatagramGrids(Workloads.DATAGRAM.of(result))
                        .grids()
                        .getFirst()
                        .cells())
                .extracting(PairGrid.Cell::text)
                .containsExactly("0.00040");
    }

    @Test
    void membersThatDifferOnWhatWasSentMakeTheRunInvalid() {
        var result = run(Optional.empty(), publisher(1, 1000), listener(0, 999, 999));

        assertThat(result.verdict().findings())
                .extracting(Finding::reason, Finding::severity)
                .containsExactly(tuple(Reason.ACCOUNTS_DIFFER, Severity.INVALID));
    }

    @Test
    void nothingThatArrivedIsNoRate() {
        var result = run(Optional.empty(), publisher(1, 1000), listener(0, 1000, 0));

        assertThat(result.verdict().firstInvalidating().orElseThrow())
                .isEqualTo(new Finding(
                        Reason.TOO_FEW_MESSAGES, Severity.INVALID, "No packet arrived from member-0 to member-1."));
    }

    @Test
    void listenerToWhomNobodyPublishesHasNoPartInTheMean() {
        var workload = workload(1, 2, Optional.empty(), Optional.empty());

        var result = TestRun.of(workload, publisher(1, 1000), listener(0, 1000, 1000))
                .over("udp")
                .result();

        var figures = Workloads.DATAGRAM.of(result).figures().orElseThrow();
        assertThat(figures.packetsPerSecond()).isEqualTo(1000);
        assertThat(figures.memberPacketsPerSecond().min()).isEqualTo(1000);
    }

    @Test
    void packetsThatArrivedAtOneInstantAreNoRate() {
        var once = new Inbound(0, 1, 1, 0, 0, 0, 0, 0, 1468, BEGAN, BEGAN, 3, 3);

        var result = run(Optional.empty(), publisher(1, 1), report(0, List.of(), List.of(once)));

        assertThat(result.verdict().findings())
                .contains(new Finding(
                        Reason.TOO_FEW_MESSAGES,
                        Severity.INVALID,
                        "A rate needs two packets at different times; this is not so at member-1. Publish more"
                                + " packets, or for longer (datagram.duration)."));
    }

    @Test
    void dropBesideMissingPacketsSaysHowManyPacketsItWasWhereTheKernelJoinsThem() {
        var result = TestRun.of(
                        workload(1, 1, Optional.empty(), Optional.empty()), publisher(1, 1000), listener(0, 1000, 990))
                .over("udp")
                .hostCounter(1, Counters.UDP_RECEIVE_BUFFER_DROPS, 1)
                .result();

        assertThat(result.verdict().findings())
                .filteredOn(finding -> finding.reason() == Reason.MESSAGES_MISSING)
                .singleElement()
                .satisfies(finding -> assertThat(finding.evidence())
                        .endsWith(
                                " Each drop that a kernel counts was a joined piece (UDP_GRO), of up to 3.0 packets on"
                                        + " average."));
    }

    @ParameterizedTest
    @CsvSource({"7, INFO", "8, WARNING"})
    void dropsWarnFromOnePacketInTenMegabytesOn(long drops, Severity severity) {
        var result = TestRun.of(
                        workload(1, 1, Optional.empty(), Optional.empty()),
                        publisher(1, 50_000),
                        listener(0, 50_000, 50_000))
                .over("udp")
                .hostCounter(1, Counters.UDP_RECEIVE_BUFFER_DROPS, drops)
                .result();

        assertThat(result.verdict().findings())
                .filteredOn(finding -> finding.reason() == Reason.RECEIVE_DROPS)
                .extracting(Finding::severity)
                .containsExactly(severity);
    }

    @ParameterizedTest
    @CsvSource({
        "1000, RECEIVER, its kernel dropped 1_000 datagrams",
        "300, LOSS, 6_000 of 20_000 messages (30.00 %) were lost on the way into member-1"
    })
    void whatAKernelDroppedIsTheReceiversWhereItIsHalfOfWhatIsMissing(long drops, BottleneckType type, String why) {
        var result = TestRun.of(
                        workload(1, 3, Optional.empty(), Optional.empty()),
                        report(
                                SECOND,
                                List.of(
                                        new Outbound(1, 20_000, 1472, 3),
                                        new Outbound(2, 20_000, 1472, 3),
                                        new Outbound(3, 20_000, 1472, 3)),
                                List.of()),
                        listener(0, 20_000, 14_000),
                        listener(0, 20_000, 20_000),
                        listener(0, 20_000, 20_000))
                .over("udp")
                .hostCounter(1, Counters.UDP_RECEIVE_BUFFER_DROPS, drops)
                .result();

        assertThat(result.bottleneck()).hasValueSatisfying(found -> {
            assertThat(found.type()).as(found.message()).isEqualTo(type);
            assertThat(found.member()).contains("member-1");
            assertThat(found.fault()).isTrue();
            assertThat(found.message()).contains(why.replace('_', ','));
        });
    }

    @Test
    void searchThatFoundWhatPublishersCouldSendSaysThatTheNetworkWasNotTheBound() {
        var limited = search(trial(1_000_000, 700_000, true), trial(700_000, 700_000, true));
        var lossy = search(trial(1_000_000, 1_000_000, false), trial(700_000, 700_000, true));

        assertThat(limited.verdict().findings())
                .containsExactly(new Finding(
                        Reason.TARGET_RATE_MISSED,
                        Severity.WARNING,
                        "No trial lost too much: the 700,000 bytes a second that were found are what could be sent of"
                                + " the 1,000,000 that datagram.rate asks for, and the network may carry more:"
                                + " member-0 sent 700,000 at the most."));
        assertThat(lossy.verdict().findings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({Counters.UDP_RECEIVE_BUFFER_DROPS, Counters.QUEUE_DROPS})
    void whatEarlierTrialsDroppedWarnsOfNothing(String counter) {
        var result = searchRun(trial(1_000_000, 1_000_000, false), trial(700_000, 700_000, true))
                .hostCounter(1, counter, 5_000)
                .result();

        assertThat(result.verdict().findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.INFO);
            assertThat(finding.evidence())
                    .endsWith("member-1 5,000 " + counter
                            + ". These are the drops of all trials of the search, which sends more than arrives on"
                            + " purpose.");
        });
    }

    private static SearchTrial trial(long asked, long sent, boolean passed) {
        return new SearchTrial(asked, sent, passed, List.of());
    }

    @Test
    void searchWhoseRatesPassedAndWereNotConfirmedDoesNotSayThatNonePassed() {
        assertThat(noRateFound(trial(900_000, 900_000, true), trial(900_000, 900_000, false)))
                .isEqualTo("No rate that passed a trial passed 1 more trial in a row as well (search.confirmations), in"
                        + " 2 trials; the highest that passed one was 0.9 MB/s a publisher.");
        assertThat(noRateFound(trial(900_000, 900_000, false))).startsWith("At no rate did each pair lose ");
    }

    private static String noRateFound(SearchTrial... trials) {
        return searchThatFound(0, trials).result().verdict().findings().stream()
                .filter(finding -> finding.reason() == Reason.NO_RATE_FOUND)
                .map(Finding::evidence)
                .findFirst()
                .orElseThrow();
    }

    private static RunResult search(SearchTrial... trials) {
        return searchRun(trials).result();
    }

    private static TestRun searchRun(SearchTrial... trials) {
        return searchThatFound(700_000, trials);
    }

    private static TestRun searchThatFound(long bytesPerSecond, SearchTrial... trials) {
        var workload = workload(1, 1, Optional.empty(), Optional.of(new DatagramSearch(Duration.ofSeconds(1), 20, 1)));
        return TestRun.of(
                        workload,
                        report(
                                SECOND,
                                List.of(new Outbound(1, 1000, 1472, 3)),
                                List.of(),
                                List.of(trials),
                                bytesPerSecond),
                        report(0, List.of(), listener(0, 1000, 1000).inbound(), List.of(), bytesPerSecond))
                .over("udp");
    }

    @Test
    void largePacketsThatVanishWhereSmallOnesArriveAreABlackHole() {
        var inbound = DatagramReportInboundBuilder.builder()
                .publisher(0)
                .sent(1000)
                .received(1000)
                .duplicate(0)
                .outOfOrder(0)
                .offsets(0)
                .late(0)
                .corrupt(0)
                .bytes(1_468_000)
                .firstEpochNanos(BEGAN)
                .lastEpochNanos(BEGAN + SECOND)
                .probesReceived(0)
                .smallProbesReceived(3)
                .build();

        var result = run(Optional.empty(), publisher(1, 1000), report(0, List.of(), List.of(inbound)));

        assertThat(result.verdict().findings())
                .extracting(Finding::reason, Finding::severity)
                .containsExactly(tuple(Reason.MTU_BLACK_HOLE, Severity.WARNING));
        assertThat(result.verdict().findings().getFirst().evidence()).contains("member-0 to member-1 (1472 bytes)");
    }

    @ParameterizedTest
    @CsvSource({"1000, INFO", "990, WARNING"})
    void unevenRateWarnsWhereItMayHaveLostSomething(long received, Severity severity) {
        var uneven = DatagramReportBuilder.builder(publisher(1, 1000))
                .slotsWithinRate(80)
                .build();

        assertThat(run(Optional.empty(), uneven, listener(0, 1000, received))
                        .verdict()
                        .findings())
                .filteredOn(finding -> finding.reason() == Reason.RATE_UNEVEN)
                .extracting(Finding::severity)
                .containsExactly(severity);
    }

    @Test
    void statusHasTheFiguresOfDatagram() {
        var run = run(Optional.empty(), publisher(1, 1000), listener(0, 1000, 990));

        var status = StatusOf.status(RepetitionsResult.of(List.of(run)), Instant.EPOCH);

        assertThat(status.summary().rate()).isEqualTo("990 packets/s");
        assertThat(status.summary().datagram().packetsMissing()).isEqualTo(10);
        assertThat(status.summary().datagram().successPpm()).isEqualTo(990_000);
        assertThat(status.summary().datagram().worstLossPpm()).isEqualTo(10_000);
        assertThat(status.perMember().getFirst().sender()).isTrue();
        assertThat(status.perMember().getLast().datagram().worstPublisher()).isEqualTo("member-0");
        assertThat(status.senders()).isEqualTo(1);
    }

    @Test
    void whatCrossedTheWireIsKnownOfWhatArrivedFromOthersAlone() {
        var report = listener(0, 1_000, 900);

        assertThat(report.bytesFromOthers(1))
                .isEqualTo(report.inbound().getFirst().bytes())
                .isPositive();
        assertThat(report.bytesFromOthers(0)).isZero();
        assertThat(publisher(1, 1_000).bytesToOthers(1)).isZero();
    }

    private static DatagramReport publisher(int listener, long sent) {
        return report(SECOND, List.of(new Outbound(listener, sent, 1472, 3)), List.of());
    }

    private static DatagramReport listener(int publisher, long sent, long received) {
        return report(
                0,
                List.of(),
                List.of(DatagramReportInboundBuilder.builder()
                        .publisher(publisher)
                        .sent(sent)
                        .received(received)
                        .duplicate(0)
                        .outOfOrder(0)
                        .offsets(0)
                        .late(0)
                        .corrupt(0)
                        .bytes(received * 1468)
                        .firstEpochNanos(received == 0 ? 0 : BEGAN)
                        .lastEpochNanos(received == 0 ? 0 : BEGAN + SECOND)
                        .probesReceived(3)
                        .smallProbesReceived(3)
                        .build()));
    }

    private static DatagramReport report(long publishNanos, List<Outbound> outbound, List<Inbound> inbound) {
        return report(publishNanos, outbound, inbound, List.of(), 0);
    }

    private static DatagramReport report(
            long publishNanos,
            List<Outbound> outbound,
            List<Inbound> inbound,
            List<SearchTrial> trials,
            long foundBytesPerSecond) {
        long slots = outbound.isEmpty() ? 0 : 100;
        return DatagramReportBuilder.builder()
                .packetBytes(1468)
                .publishNanos(publishNanos)
                .outbound(outbound)
                .inbound(inbound)
                .slots(slots)
                .slotsWithinRate(slots * 99 / 100)
                .queueFull(0)
                .strangers(0)
                .socket(new Socket("sendmmsg, recvmmsg with UDP_GRO", 1, 1, 990, 330, 0))
                .endedAtEpochNanos(BEGAN + SECOND)
                .samples(List.of())
                .trials(trials)
                .foundBytesPerSecond(foundBytesPerSecond)
                .build();
    }

    private static RunResult run(Optional<Integer> maxLossPpm, DatagramReport... reports) {
        return TestRun.of(workload(1, 1, maxLossPpm, Optional.empty()), reports)
                .over("udp")
                .result();
    }

    private static DatagramSpec workload(
            int publishers, int listeners, Optional<Integer> maxLossPpm, Optional<DatagramSearch> search) {
        return DatagramSpecBuilder.builder()
                .publishers(publishers)
                .listeners(listeners)
                .packetBytes(1468)
                .processBytes(4)
                .rxBufferPackets(1428)
                .txBufferPackets(16)
                .rxTimeout(Duration.ofSeconds(1))
                .bytesPerSecond(Optional.of(search.isPresent() ? 1_000_000L : 1_468_000L))
                .duration(Duration.ofSeconds(1))
                .warmup(Warmup.of(0))
                .port(0)
                .dontFragment(false)
                .provider(DatagramSpec.Provider.AUTO)
                .maxLossPpm(maxLossPpm)
                .logInterval(Duration.ofSeconds(1))
                .search(search)
                .build();
    }
}
