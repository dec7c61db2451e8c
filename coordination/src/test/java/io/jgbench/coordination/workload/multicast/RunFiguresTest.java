package io.jgbench.coordination.workload.multicast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.result.Link;
import io.jgbench.coordination.result.Spread;
import io.jgbench.coordination.result.TestReport;
import io.jgbench.coordination.result.TestRun;
import io.jgbench.coordination.workload.registry.Workloads;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunFiguresTest {
    private static final String PROTOCOLS = HostFact.JGROUPS_FACT.label("protocols");

    @Test
    void twoMembersThatPost10000And20000AverageTo15000AsThePaperOf2008HasIt() {
        var figures = TestRun.of(
                        2,
                        1,
                        TestReport.whole(0, 1, 10_000).in(Duration.ofSeconds(1)),
                        TestReport.whole(1, 1, 10_000).in(Duration.ofMillis(500)))
                .figures();
        assertThat(figures.messagesPerSecond()).isEqualTo(15_000);
        assertThat(figures.bytesPerSecond()).isEqualTo(15_000_000);
        assertThat(figures.memberMessagesPerSecond()).isEqualTo(new Spread(10_000, 15_000, 20_000, 667));
    }

    @Test
    void clusterFiguresAreTheSumSoThatTenNodesAt51MegabytesDeliverThe500000MessagesOf2008() {
        var reports = IntStream.range(0, 10)
                .mapToObj(index -> TestReport.whole(index, 10, 5_100).in(Duration.ofSeconds(1)))
                .toArray(TestReport[]::new);
        var figures = TestRun.of(10, 10, reports).figures();
        assertThat(figures.messagesPerSecond()).isEqualTo(51_000);
        assertThat(figures.bytesPerSecond()).isEqualTo(51_000_000);
        assertThat(figures.clusterMessagesPerSecond()).isEqualTo(510_000);
        assertThat(figures.clusterBytesPerSecond()).isEqualTo(510_000_000);
    }

    @Test
    void memberRateCountsItsOwnMessages() {
        var result = TestRun.of(2, 2, TestReport.whole(0, 2, 10_000), TestReport.whole(1, 2, 10_000))
                .result();
        assertThat(Workloads.MULTICAST.of(result).members().getFirst().figures().messagesPerSecond())
                .isEqualTo(20_000);
    }

    @Test
    void rateOfOthersLeavesTheMembersOwnMessagesOut() {
        var figures = TestRun.of(
                        3,
                        2,
                        TestReport.whole(0, 2, 10_000),
                        TestReport.whole(1, 2, 10_000),
                        TestReport.whole(2, 2, 10_000))
                .figures();
        // the two senders get 10,000 of each other, the third one 20,000
        assertThat(figures.messagesPerSecond()).isEqualTo(20_000);
        assertThat(figures.othersMessagesPerSecond()).isCloseTo(13_333.3, within(0.1));
        assertThat(figures.othersBytesPerSecond()).isEqualTo(13_333_333);
    }

    @Test
    void slowRateKeepsItsFractionSoThatThroughputIsNotRounded() {
        var figures = TestRun.of(1, 1, TestReport.whole(0, 1, 5).in(Duration.ofSeconds(2)))
                .figures();
        assertThat(figures.messagesPerSecond()).isEqualTo(2.5);
        assertThat(figures.bytesPerSecond()).isEqualTo(2_500);
    }

    @Test
    void percentilesAreReadFromTheMergedHistogramsAndNotAveraged() {
        var fast = IntStream.range(0, 99).mapToLong(_ -> 1_000).toArray();
        var latency = TestRun.of(
                        2,
                        2,
                        TestReport.whole(0, 2, 10_000).latencies(fast),
                        TestReport.whole(1, 2, 10_000).latencies(1_000_000))
                .figures()
                .latency()
                .orElseThrow();
        assertThat(latency.count()).isEqualTo(100);
        assertThat(latency.p50Micros()).isEqualTo(1);
        assertThat(latency.p99Micros()).isEqualTo(1);
        assertThat(latency.maxMicros()).isCloseTo(1_000, within(2L));
    }

    @Test
    void runWithoutSamplesHasNoLatency() {
        var result = TestRun.of(1, 1, TestReport.whole(0, 1, 10_000)).result();
        assertThat(Workloads.MULTICAST.of(result).figures().orElseThrow().latency())
                .isEmpty();
    }

    @Test
    void partialFiguresAreKeptAndNeverAveraged() {
        var result = TestRun.of(
                        2,
                        2,
                        TestReport.whole(0, 2, 10_000),
                        TestReport.whole(1, 2, 10_000).failed("it was expelled"))
                .result();
        assertThat(result.figures()).isEmpty();
        assertThat(result.members().get(1).figures()).isPresent();
        assertThat(result.completed()).isFalse();
    }

    @Test
    void efficiencyIsTheShareOfTheWireLimit() {
        var result = TestRun.of(2, 2, TestReport.whole(0, 2, 10_000), TestReport.whole(1, 2, 10_000))
                .link(Link.ethernet(1_000_000_000, 1500))
                .result();
        var figures = Workloads.MULTICAST.of(result).figures().orElseThrow();
        assertThat(figures.efficiencyPermille())
                .hasValue(Math.round(
                        20_000_000_000.0 / figures.wireLimit().orElseThrow().bytesPerSecond()));
    }

    @Test
    void memberAloneHasNoWireLimitAsNothingCrossesTheWire() {
        var result = TestRun.of(1, 1, TestReport.whole(0, 1, 10_000))
                .link(Link.ethernet(1_000_000_000, 1500))
                .result();
        assertThat(Workloads.MULTICAST.of(result).figures().orElseThrow().wireLimit())
                .isEmpty();
    }

    /** A limit that counts on other packets than the stack sends would be reached at any share of the wire. */
    @ParameterizedTest
    @CsvSource({
        "UDP MERGE3 COMPRESS NAKACK4, false",
        "UDP MERGE3 NAKACK4 SEQUENCER, false",
        "TCP DAISYCHAIN NAKACK4, false",
        "UDP MERGE3 NAKACK4 MFC, true"
    })
    void limitIsStatedWhereTheStackSendsWhatItCountsOn(String protocols, boolean stated) {
        var figures = TestRun.of(
                        2,
                        2,
                        TestReport.whole(0, 2, 10_000).host(PROTOCOLS, protocols),
                        TestReport.whole(1, 2, 10_000).host(PROTOCOLS, protocols))
                .link(Link.ethernet(1_000_000_000, 1500))
                .figures();

        assertThat(figures.wireLimit().isPresent()).isEqualTo(stated);
        assertThat(figures.efficiencyPermille().isPresent()).isEqualTo(stated);
    }

    @Test
    void framesThatTheCardMissedAreDropsWhereItsInterfaceDoesNotCountThem() {
        var missed = TestReport.whole(0, 1, 10_000).counter(Counters.INTERFACE_RECEIVE_MISSED, 3_000);

        var result = TestRun.of(1, 1, missed).result();

        assertThat(result.members().getFirst().drops()).isEqualTo(3_000);
    }

    @Test
    void hostCountersStandBesideTheMembersOwn() {
        var result = TestRun.of(1, 1, TestReport.whole(0, 1, 10_000).counter("gcCount", 2))
                .hostCounter(0, "switchPortDrops", 7)
                .result();
        assertThat(result.members().getFirst().counters()).containsEntry("gcCount", 2L);
        assertThat(result.members().getFirst().drops()).isEqualTo(7);
    }
}
