package io.jgbench.coordination.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.bottleneck.Bottleneck;
import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.CountRows;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.LatencyFrom;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberReportBuilder;
import io.jgbench.coordination.protocol.OpenLoopReport;
import io.jgbench.coordination.protocol.WorkloadReport;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunFailure;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.result.TestReport;
import io.jgbench.coordination.result.TestRun;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.status.StatusOf;
import io.jgbench.coordination.workload.datagram.DatagramReport.Inbound;
import io.jgbench.coordination.workload.datagram.DatagramReport.Outbound;
import io.jgbench.coordination.workload.datagram.DatagramReport.Socket;
import io.jgbench.coordination.workload.datagram.DatagramReportBuilder;
import io.jgbench.coordination.workload.datagram.DatagramReportInboundBuilder;
import io.jgbench.coordination.workload.datagram.DatagramSpec;
import io.jgbench.coordination.workload.datagram.DatagramSpecBuilder;
import io.jgbench.coordination.workload.rpc.RpcReport;
import io.jgbench.coordination.workload.rpc.RpcReportBuilder;
import io.jgbench.coordination.workload.rpc.RpcSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Most reports are partial. Where nothing else is said they are of four members, over a stack that repairs. */
class UnfinishedBottleneckTest {
    private static final String UNFINISHED = "its workload was not over when the report was asked for";
    private static final String UNTIL_THEN = "The run did not finish; this was counted until the run ended. ";
    private static final Duration TENTH = Duration.ofMillis(100);
    private static final int TENTHS = 200;
    private static final int STILL_FROM = 50;
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    @Test
    void stalledRunSaysWhoAllWaitedForWithTheEvidenceInItsFailure() {
        RunResult result = stalled(stalledWaitingForMember2()).result();

        assertThat(result.bottleneck())
                .contains(new Bottleneck(
                        BottleneckType.LOSS,
                        Optional.of("member-2"),
                        true,
                        UNTIL_THEN + "For 15.0 s, 75 % of the time, all members stood still and waited for member-2,"
                                + " while 45,000 messages were sent again: nothing went through between it and others."
                                + " Look at its link, its switch port and firewalls."));
        assertThat(result.failure())
                .contains(new RunFailure(
                        FailureReason.STALLED,
                        RunPhase.RUNNING,
                        "it stood still; until then senders waited for credits of member-2 (45.0 s of all of them"
                                + " together), 45,000 messages were sent again"));
    }

    /** As of a run with a duration, whose other members have all when it is over. */
    @Test
    void membersThatDidFinishAreComparedAsWell() {
        TestReport[] reports = stalledWaitingForMember2();
        IntStream.of(0, 1, 3).forEach(index -> reports[index] = waiting(whole(index), index));

        assertThat(stalled(reports).result().bottleneck().flatMap(Bottleneck::member))
                .contains("member-2");
    }

    @Test
    void bottleneckNeitherMakesTheRunValidNorChangesWhyItIsNot() {
        RunResult result = stalled(stalledWaitingForMember2()).result();

        assertThat(result.valid()).isFalse();
        assertThat(result.completed()).isFalse();
        assertThat(result.figures()).isEmpty();
        assertThat(result.failure().map(RunFailure::reason)).contains(FailureReason.STALLED);
        assertThat(result.verdict().firstInvalidating().map(Finding::reason)).contains(Reason.PARTIAL_REPORT);
        assertThat(result.verdict().findings())
                .filteredOn(finding -> finding.reason() == Reason.HELD_BACK)
                .singleElement()
                .extracting(Finding::evidence)
                .isEqualTo(result.bottleneck().orElseThrow().message());
    }

    @Test
    void bottleneckStandsInTheStatusAsWell() {
        RunResult result = stalled(stalledWaitingForMember2()).result();

        var status = StatusOf.status(RepetitionsResult.of(List.of(result)), Instant.parse("2026-11-01T10:00:06Z"));

        assertThat(status.bottleneck().member()).isEqualTo("member-2");
        assertThat(status.bottleneck().message()).startsWith(UNTIL_THEN);
    }

    /** It may be what they waited for, and may have held them back in turn. */
    @ParameterizedTest
    @EnumSource(names = {"STALLED", "CANCELLED", "MEMBER_LOST"})
    void nobodyIsBlamedForWhatAMemberWithoutAReportMayExplain(FailureReason why) {
        TestReport[] reports = stalledWaitingForMember2();

        var result = TestRun.of(4, 4, reports[0], reports[2], reports[3])
                .failed(new RunFailure(why, RunPhase.RUNNING, "it ended"))
                .result();

        assertThat(result.bottleneck()).isEmpty();
    }

    @Test
    void whatAMemberCountedOfItselfIsSaidThoughAnotherLeftNoReport() {
        var collecting = going(0).counter(Counters.GC_NANOS, 4 * SECOND);

        var result = TestRun.of(4, 4, collecting, going(1), going(3))
                .failed(new RunFailure(FailureReason.MEMBER_LOST, RunPhase.RUNNING, "member-2 ended"))
                .result();

        assertThat(result.bottleneck()).hasValueSatisfying(found -> {
            assertThat(found.type()).isEqualTo(BottleneckType.COLLECTOR);
            assertThat(found.member()).contains("member-0");
            assertThat(found.message()).startsWith(UNTIL_THEN);
        });
    }

    /** What the one without a report collected is not known, and three that are well add up to no cause. */
    @ParameterizedTest
    @CsvSource({"1600,", "2400, member-0"})
    void collectorsOfSeveralDoNotAddUpWhereAnotherLeftNoReport(long millisOfMember0, String named) {
        var result = TestRun.of(4, 4, collecting(0, millisOfMember0), collecting(1, 1600), collecting(3, 1600))
                .failed(new RunFailure(FailureReason.MEMBER_LOST, RunPhase.RUNNING, "member-2 ended"))
                .result();

        assertThat(result.bottleneck().flatMap(Bottleneck::member)).isEqualTo(Optional.ofNullable(named));
    }

    private static TestReport collecting(int index, long millis) {
        return going(index).counter(Counters.GC_NANOS, millis * SECOND / 1000);
    }

    /** The others waited for the member that failed, because it had. */
    @Test
    void membersAreNotComparedWhereOneOfThemFailed() {
        var result = TestRun.of(4, 4, stalledWaitingForMember2())
                .failed(new RunFailure(FailureReason.MEMBER_FAILED, RunPhase.RUNNING, "member-2 failed"))
                .result();

        assertThat(result.bottleneck()).isEmpty();
        assertThat(result.failure().map(RunFailure::message)).contains("member-2 failed");
    }

    @ParameterizedTest
    @CsvSource({"CANCELLED, HOST_CPU", "DEADLINE_EXCEEDED, HOST_CPU", "STALLED,"})
    void limitOfAllIsSaidWhereTheyWentOnUntilTheEndAndNotWhereTheyStoodStill(FailureReason why, BottleneckType type) {
        TestReport[] reports = IntStream.range(0, 4)
                .mapToObj(index -> going(index).counter(Counters.CPU_THROTTLED_NANOS, 6 * SECOND))
                .toArray(TestReport[]::new);

        var result = TestRun.of(4, 4, reports)
                .failed(new RunFailure(why, RunPhase.RUNNING, "it ended"))
                .result();

        assertThat(result.bottleneck().map(Bottleneck::type)).isEqualTo(Optional.ofNullable(type));
    }

    /** All but the first tenth of what was to be sent is missing in each report. */
    @Test
    void messagesThatWereYetToBeSentAreNotLost() {
        assertThat(cancelled(going(0), going(1), going(2), going(3)).bottleneck())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"900, false", "1100, true"})
    void lessThanASecondTellsNothing(long millis, boolean told) {
        TestReport[] reports = IntStream.range(0, 4)
                .mapToObj(index -> partial(index)
                        .counter(Counters.COUNTED_NANOS, millis * 1_000_000)
                        .counter(Counters.GC_NANOS, index == 1 ? millis * 500_000 : 0))
                .toArray(TestReport[]::new);

        assertThat(cancelled(reports).bottleneck().isPresent()).isEqualTo(told);
    }

    @Test
    void callsOfACancelledRunThatWereLostOnTheWayIntoOneMemberAreNamedWithIt() {
        List<MemberReport> reports = IntStream.range(0, 3)
                .mapToObj(index -> rpc(index, 100, missingOfEach(index == 1 ? 200 : 0)))
                .toList();

        assertThat(cancelledCalls(Optional.empty(), reports).bottleneck()).hasValueSatisfying(found -> {
            assertThat(found.type()).as(found.message()).isEqualTo(BottleneckType.LOSS);
            assertThat(found.member()).contains("member-1");
            assertThat(found.message()).startsWith(UNTIL_THEN + "400 of 20,000 messages (2.00 %) were lost");
        });
    }

    /** Their reports tell how they kept it when they are done alone. */
    @ParameterizedTest
    @CsvSource({"100, REQUESTED_RATE", "96, REQUESTED_RATE", "90,"})
    void rateOfCallsIsKeptByWhatHadBegunUntilTheRunWasCancelled(long begunInATenth, BottleneckType type) {
        List<MemberReport> reports = IntStream.range(0, 3)
                .mapToObj(index -> rpc(index, begunInATenth, Map.of()))
                .toList();

        assertThat(cancelledCalls(Optional.of(1000), reports).bottleneck().map(Bottleneck::type))
                .isEqualTo(Optional.ofNullable(type));
    }

    /** They wait for answers for 3 s more, in which there was nothing to begin, unless requests were left. */
    @ParameterizedTest
    @CsvSource({"100, REQUESTED_RATE", "96,"})
    void rateOfCallsIsKeptByWhatHadBegunUntilAllHad(long begunInATenth, BottleneckType type) {
        List<MemberReport> reports = IntStream.range(0, 3)
                .mapToObj(index -> MemberReportBuilder.builder(rpc(index, begunInATenth, Map.of()))
                        .activity(begunInThreeSecondsOfSix(begunInATenth))
                        .build())
                .toList();

        assertThat(cancelledCalls(RunLength.of(3000), Optional.of(1000), reports)
                        .bottleneck()
                        .map(Bottleneck::type))
                .isEqualTo(Optional.ofNullable(type));
    }

    @ParameterizedTest
    @CsvSource({"3000, REQUESTED_RATE", "2700,"})
    void memberThatIsDoneTellsByItsReportHowItKeptItsRate(long plannedMillis, BottleneckType type) {
        List<MemberReport> reports = IntStream.range(0, 3)
                .mapToObj(index -> index == 1 ? doneWithCalls(index, plannedMillis) : rpc(index, 100, Map.of()))
                .toList();

        assertThat(cancelledCalls(Optional.of(1000), reports).bottleneck().map(Bottleneck::type))
                .isEqualTo(Optional.ofNullable(type));
    }

    /** After 3 s. */
    private static MemberReport doneWithCalls(int index, long plannedMillis) {
        var openLoop =
                new OpenLoopReport(plannedMillis * SECOND / 1000, 3 * SECOND, OpenLoopReport.NOTHING_LEFT, "", "");
        return MemberReportBuilder.builder(report(index, 100, Map.of(), calls(100, openLoop)))
                .partial(false)
                .failure(Optional.empty())
                .build();
    }

    private static Activity begunInThreeSecondsOfSix(long begunInATenth) {
        var rows = new CountRows(3);
        for (int tenth = 0; tenth <= 60; tenth++) {
            rows.add(
                    (TestReport.BEGAN + TENTH.multipliedBy(tenth).toNanos()) / 1000,
                    tenth * begunInATenth / 2,
                    Math.min(tenth, 30) * begunInATenth);
        }
        return new Activity(List.of(Activity.EPOCH_MICROS, Activity.PROGRESS, Activity.SENT), rows.text());
    }

    /** Of a publisher and three listeners over a transport that repairs nothing. */
    @Test
    void packetsOfACancelledRunThatNeverArrivedAtOneListenerAreNamedWithIt() {
        var workload = DatagramSpecBuilder.builder()
                .publishers(1)
                .listeners(3)
                .packetBytes(1468)
                .processBytes(4)
                .rxBufferPackets(1428)
                .txBufferPackets(16)
                .rxTimeout(Duration.ofSeconds(1))
                .bytesPerSecond(Optional.of(300 * 10 * 1468L))
                .duration(Duration.ofSeconds(10))
                .warmup(Warmup.of(0))
                .port(0)
                .dontFragment(false)
                .provider(DatagramSpec.Provider.AUTO)
                .maxLossPpm(Optional.empty())
                .logInterval(Duration.ofSeconds(1))
                .search(Optional.empty())
                .build();
        List<MemberReport> reports = List.of(
                datagram(
                        0,
                        300,
                        IntStream.rangeClosed(1, 3)
                                .mapToObj(listener -> new Outbound(listener, 3000, 1472, 3))
                                .toList(),
                        List.of()),
                datagram(1, 70, List.of(), List.of(inbound(2100))),
                datagram(2, 100, List.of(), List.of(inbound(3000))),
                datagram(3, 100, List.of(), List.of(inbound(3000))));

        var result = TestRun.of(workload, reports)
                .over("udp")
                .failed(new RunFailure(FailureReason.CANCELLED, RunPhase.RUNNING, "it was cancelled"))
                .result();

        assertThat(result.bottleneck()).hasValueSatisfying(found -> {
            assertThat(found.type()).as(found.message()).isEqualTo(BottleneckType.LOSS);
            assertThat(found.member()).contains("member-1");
            assertThat(found.message()).startsWith(UNTIL_THEN);
        });
    }

    private static MemberReport datagram(
            int index, long unitsInATenth, List<Outbound> outbound, List<Inbound> inbound) {
        return report(
                index,
                unitsInATenth,
                Map.of(),
                DatagramReportBuilder.builder()
                        .packetBytes(1468)
                        .publishNanos(outbound.isEmpty() ? 0 : 3 * SECOND)
                        .outbound(outbound)
                        .inbound(inbound)
                        .socket(new Socket("sendmmsg, recvmmsg", 1, 1, 0, 0, 0))
                        .endedAtEpochNanos(TestReport.BEGAN + 3 * SECOND)
                        .samples(List.of())
                        .trials(List.of())
                        .build());
    }

    /** Of 3,000 packets that member-0 sent. */
    private static Inbound inbound(long received) {
        return DatagramReportInboundBuilder.builder()
                .publisher(0)
                .sent(3000)
                .received(received)
                .bytes(received * 1468)
                .firstEpochNanos(TestReport.BEGAN)
                .lastEpochNanos(TestReport.BEGAN + 3 * SECOND)
                .probesReceived(3)
                .smallProbesReceived(3)
                .build();
    }

    /** Of each of three members, of 10,000 messages. */
    private static Map<String, Long> missingOfEach(long messages) {
        Map<String, Long> counters = new HashMap<>();
        for (int other = 0; other < 3; other++) {
            counters.put(Counters.MESSAGES_FROM + "member-" + other, 10_000L);
            counters.put(Counters.MISSED_FROM + "member-" + other, messages);
        }
        return counters;
    }

    /** After 5 s nothing gets through to member-2, and the others wait for its credits for 15 s. */
    private static TestReport[] stalledWaitingForMember2() {
        return IntStream.range(0, 4)
                .mapToObj(index -> waiting(partial(index), index))
                .toArray(TestReport[]::new);
    }

    private static TestReport waiting(TestReport report, int index) {
        boolean waits = index != 2;
        var rows = new CountRows(5);
        for (int tenth = 0; tenth <= TENTHS; tenth++) {
            long moving = Math.min(tenth, STILL_FROM);
            long still = waits ? tenth - moving : 0;
            rows.add(
                    (TestReport.BEGAN + TENTH.multipliedBy(tenth).toNanos()) / 1000,
                    moving * 1000,
                    moving * 250,
                    still * 100,
                    still * TENTH.toNanos());
        }
        report.in(Duration.ofSeconds(5))
                .activity(new Activity(
                        List.of(
                                Activity.EPOCH_MICROS,
                                Activity.PROGRESS,
                                Activity.SENT,
                                Counters.RETRANSMISSIONS,
                                Counters.WAITED_FOR_NANOS + "member-2"),
                        rows.text()))
                .counter(Counters.COUNTED_NANOS, 20 * SECOND);
        return waits
                ? report.counter(Counters.RETRANSMISSIONS, 15_000)
                        .counter(Counters.WAITED_FOR_NANOS + "member-2", 15 * SECOND)
                : report;
    }

    /** One that receives and sends until the run ends. */
    private static TestReport going(int index) {
        return partial(index)
                .in(Duration.ofSeconds(20))
                .arrivals(TENTH, LongStream.range(0, TENTHS).map(_ -> 1000).toArray())
                .counter(Counters.COUNTED_NANOS, 20 * SECOND);
    }

    private static TestReport partial(int index) {
        TestReport report = whole(index).failed(UNFINISHED);
        IntStream.range(0, 4).forEach(sender -> report.lost(sender, 9_000));
        return report;
    }

    private static TestReport whole(int index) {
        return TestReport.whole(index, 4, 10_000);
    }

    private static TestRun stalled(TestReport... reports) {
        return TestRun.of(4, 4, reports)
                .failed(new RunFailure(FailureReason.STALLED, RunPhase.RUNNING, "it stood still"));
    }

    private static RunResult cancelled(TestReport... reports) {
        return TestRun.of(4, 4, reports)
                .failed(new RunFailure(FailureReason.CANCELLED, RunPhase.RUNNING, "it was cancelled"))
                .result();
    }

    private static RunResult cancelledCalls(Optional<Integer> targetRate, List<MemberReport> reports) {
        return cancelledCalls(RunLength.of(1_000_000), targetRate, reports);
    }

    private static RunResult cancelledCalls(
            RunLength length, Optional<Integer> targetRate, List<MemberReport> reports) {
        var workload = new RpcSpec(
                length, Warmup.of(0), 1000, 2, 80, 100, targetRate, Duration.ofSeconds(10), Duration.ofSeconds(1));
        return TestRun.of(workload, reports)
                .failed(new RunFailure(FailureReason.CANCELLED, RunPhase.RUNNING, "it was cancelled"))
                .result();
    }

    private static MemberReport rpc(int index, long begunInATenth, Map<String, Long> counters) {
        return report(index, begunInATenth, counters, calls(begunInATenth, new OpenLoopReport(0, 0, 0, "", "")));
    }

    private static RpcReport calls(long begunInATenth, OpenLoopReport openLoop) {
        long calls = 30 * begunInATenth;
        return RpcReportBuilder.builder()
                .requests(1_000_000)
                .readsDone(calls)
                .callsSent(calls)
                .callsAnswered(calls)
                .callsServed(calls)
                .payloadBytes(1000)
                .latencyFrom(LatencyFrom.INTENDED_SEND)
                .endedAtEpochNanos(TestReport.BEGAN + 3 * SECOND)
                .readHistogram("")
                .writeHistogram("")
                .openLoop(Optional.of(openLoop))
                .samples(List.of())
                .build();
    }

    /** Of a member that was asked for it after 3 s, in which it began and finished units evenly. */
    private static MemberReport report(
            int index, long unitsInATenth, Map<String, Long> counters, WorkloadReport workload) {
        var rows = new CountRows(3);
        for (int tenth = 0; tenth <= 30; tenth++) {
            rows.add(
                    (TestReport.BEGAN + TENTH.multipliedBy(tenth).toNanos()) / 1000,
                    tenth * unitsInATenth,
                    tenth * unitsInATenth);
        }
        return MemberReportBuilder.builder()
                .runId("run-1")
                .member("member-" + index)
                .index(index)
                .partial(true)
                .failure(Optional.of(UNFINISHED))
                .beganAtEpochNanos(TestReport.BEGAN)
                .workload(workload)
                .counters(counters)
                .framing(TestReport.UDP)
                .host(Map.of())
                .activity(new Activity(List.of(Activity.EPOCH_MICROS, Activity.PROGRESS, Activity.SENT), rows.text()))
                .build();
    }
}
