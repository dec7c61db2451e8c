package io.jgbench.coordination.workload.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.protocol.LatencyFrom;
import io.jgbench.coordination.protocol.OpenLoopReport;
import io.jgbench.coordination.protocol.WorkloadReport;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.result.Spread;
import io.jgbench.coordination.result.TestReport;
import io.jgbench.coordination.result.TestRun;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.status.StatusOf;
import io.jgbench.coordination.workload.registry.Workloads;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RpcResultTest {
    private static final long BEGAN = 1_000_000_000_000L;
    private static final long SECOND = 1_000_000_000L;

    @Test
    void rateOfAMemberIsItsRequestsOverItsOwnTimeAndTheRunsTheMeanAndTheSum() {
        var result = run(Optional.empty(), whole(SECOND, 16_000, 4_000), whole(2 * SECOND, 16_000, 4_000));

        var figures = Workloads.RPC.of(result).figures().orElseThrow();

        assertThat(figures.requestsPerSecond()).isEqualTo(15_000);
        assertThat(figures.bytesPerSecond()).isEqualTo(15_000_000);
        assertThat(figures.clusterRequestsPerSecond()).isEqualTo(30_000);
        assertThat(figures.memberRequestsPerSecond()).isEqualTo(new Spread(10_000, 15_000, 20_000, 667));
        assertThat(result.valid()).isTrue();
    }

    @Test
    void lastRequestThatTakesLongAfterTheDurationDoesNotLowerTheRate() {
        var slow = RpcReportBuilder.builder(whole(10 * SECOND, 16_000, 4_000))
                .timedRequests(19_999)
                .timedUntilEpochNanos(BEGAN + SECOND)
                .build();

        var result = run(Optional.empty(), slow);

        assertThat(Workloads.RPC.of(result).figures().orElseThrow().requestsPerSecond())
                .isEqualTo(19_999);
        assertThat(StatusOf.status(RepetitionsResult.of(List.of(result)), Instant.EPOCH)
                        .perMember()
                        .getFirst()
                        .elapsedMicros())
                .isEqualTo(1_000_000);
    }

    @Test
    void histogramsOfReadsAndWritesAreMergedOverMembersAndTellFromWhenTheyCount() {
        var figures = Workloads.RPC
                .of(run(Optional.of(1000), whole(SECOND, 16_000, 4_000), whole(SECOND, 16_000, 4_000)))
                .figures()
                .orElseThrow();

        assertThat(figures.latencyFrom()).isEqualTo(LatencyFrom.INTENDED_SEND);
        assertThat(figures.reads().orElseThrow().count()).isEqualTo(20);
        assertThat(figures.reads().orElseThrow().maxMicros()).isBetween(10L, 11L);
        assertThat(figures.writes().orElseThrow().count()).isEqualTo(20);
    }

    @Test
    void timesAreKnownBeforeTheyWereRounded() {
        var once = new Histogram(3);
        once.recordValue(14_950);
        var read = RpcReportBuilder.builder(whole(SECOND, 16_000, 4_000))
                .readHistogram(HistogramText.encode(once))
                .build();

        var figures = Workloads.RPC.of(run(Optional.empty(), read)).figures().orElseThrow();

        assertThat(figures.reads().orElseThrow().p50Micros()).isEqualTo(15);
        assertThat(figures.unrounded().get("rpc.readP50Micros")).isCloseTo(14.95, within(0.015));
        assertThat(figures.unrounded()).containsKeys("rpc.readMaxMicros", "rpc.writeP999Micros");
    }

    @Test
    void requestsThatTimedOutOrFailedInvalidateWithTheNumbersAndTheMember() {
        var lossy = report(SECOND, 15_900, 4_000, 95, 5, 24_000, 23_880, 23_890, 3);

        var result = run(Optional.empty(), lossy, whole(SECOND, 16_000, 4_000));

        assertThat(result.completed()).isTrue();
        assertThat(result.verdict().findings())
                .containsExactly(
                        new Finding(
                                Reason.REQUESTS_TIMED_OUT,
                                Severity.INVALID,
                                "95 of 40,000 requests (0.238 %) were not answered within 10000 ms: member-0 95."),
                        new Finding(
                                Reason.REQUESTS_FAILED,
                                Severity.INVALID,
                                "5 of 40,000 requests (0.0125 %) could not be sent or were answered wrongly: member-0"
                                        + " 5."));
        assertThat(Workloads.RPC.of(result).accounts().addUp()).isTrue();
    }

    @Test
    void callsThatWereAnsweredAndNotServedDoNotAddUp() {
        var result = run(Optional.empty(), report(SECOND, 16_000, 4_000, 0, 0, 24_000, 24_000, 23_999, 0));

        assertThat(result.verdict().findings())
                .extracting(Finding::reason, Finding::severity)
                .containsExactly(tuple(Reason.ACCOUNTS_DIFFER, Severity.INVALID));
    }

    @Test
    void openLoopThatWasSlowerThanAskedForWarns() {
        var behind = RpcReportBuilder.builder(whole(SECOND, 16_000, 4_000))
                .openLoop(Optional.of(openLoop(SECOND * 8 / 10)))
                .build();

        var result = run(Optional.of(25_000), behind);

        assertThat(result.verdict().findings())
                .containsExactly(new Finding(
                        Reason.TARGET_RATE_MISSED,
                        Severity.WARNING,
                        "Fewer requests a second than the 25,000 that rpc.targetRate asks for were begun: member-0"
                                + " 20,000. More callers (rpc.concurrency) or a lower rate may help."));
        assertThat(result.valid()).isTrue();
    }

    @Test
    void callerThatWaitsLongerForItsAnswersIsNotASlowSender() {
        var result = run(
                Optional.empty(),
                whole(SECOND, 16_000, 4_000),
                whole(3 * SECOND, 16_000, 4_000),
                whole(SECOND, 16_000, 4_000));

        var found = result.bottleneck().orElseThrow();

        assertThat(found.type()).as(found.message()).isEqualTo(BottleneckType.UNKNOWN);
        assertThat(found.member()).contains("member-1");
    }

    @Test
    void oneCallerAMemberThatAlwaysWaitsForItsAnswerIsAllThatWasAskedFor() {
        var histogram = new Histogram(3);
        histogram.recordValue(48_000);
        var text = HistogramText.encode(histogram);
        var waiting = RpcReportBuilder.builder(whole(SECOND, 16_000, 4_000))
                .readHistogram(text)
                .writeHistogram(text)
                .build();

        assertThat(run(1, Optional.empty(), waiting, waiting)
                        .bottleneck()
                        .orElseThrow()
                        .message())
                .startsWith("Each member makes one call at a time, and waited for answers 96 % of its time");
        assertThat(run(100, Optional.empty(), waiting, waiting)
                        .bottleneck()
                        .orElseThrow()
                        .type())
                .isEqualTo(BottleneckType.UNKNOWN);
    }

    /** As of random arrivals, of which fewer fall into a short time by chance. */
    @Test
    void openLoopThatBeganAllWhenItWasDueKeptItsRateHoweverFewThereWere() {
        var kept = RpcReportBuilder.builder(whole(SECOND, 16_000, 4_000))
                .openLoop(Optional.of(openLoop(SECOND)))
                .build();

        var result = run(Optional.of(21_277), kept);

        assertThat(result.verdict().findings()).isEmpty();
        assertThat(result.bottleneck().orElseThrow().type()).isEqualTo(BottleneckType.REQUESTED_RATE);
    }

    /** Of which the last request was begun after a second. */
    private static OpenLoopReport openLoop(long plannedNanos) {
        return new OpenLoopReport(plannedNanos, SECOND, 0, "", "");
    }

    @Test
    void reportOfAnotherWorkloadIsRefused() {
        var multicast = TestReport.whole(0, 1, 10).report().workload();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> run(Optional.empty(), multicast))
                .withMessageContaining("the report of member-0 must be of the run's workload RpcSpec");
    }

    @Test
    void statusHasTheFiguresOfRpcAndNoneOfMulticast() {
        var run = run(Optional.empty(), whole(SECOND, 16_000, 4_000), whole(SECOND, 16_000, 4_000));

        var status = StatusOf.status(RepetitionsResult.of(List.of(run)), Instant.EPOCH);

        assertThat(status.summary().rate()).isEqualTo("20,000 requests/s");
        assertThat(status.summary().messagesPerSecond()).isNull();
        assertThat(status.summary().rpc().requestsPerSecond()).isEqualTo(20_000);
        assertThat(status.summary().rpc().latencyFrom()).isEqualTo("Send");
        assertThat(status.summary().rpc().readP50Micros()).isBetween(5L, 6L);
        assertThat(status.perMember().getFirst().rpc().callsServed()).isEqualTo(24_000);
        assertThat(status.senders()).isEqualTo(2);
        assertThat(status.progressPercent()).isEqualTo(100);
    }

    @Test
    void whatCrossesTheWireIsAtTheLeastTheAnswersToReadsAndOneCopyOfEachWrite() {
        var report = whole(SECOND, 16_000, 4_000);

        assertThat(report.bytesFromOthers(0)).isEqualTo(16_000_000);
        assertThat(report.bytesToOthers(3)).isEqualTo(4_000_000);
    }

    private static RpcReport whole(long nanos, long reads, long writes) {
        long calls = reads + 2 * writes;
        return report(nanos, reads, writes, 0, 0, calls, calls, calls, 0);
    }

    private static RpcReport report(
            long nanos,
            long reads,
            long writes,
            long timedOut,
            long failed,
            long sent,
            long answered,
            long served,
            long late) {
        var histogram = new Histogram(3);
        IntStream.rangeClosed(1, 10).forEach(micros -> histogram.recordValue(micros * 1000L));
        var text = HistogramText.encode(histogram);
        return RpcReportBuilder.builder()
                .requests(20_000)
                .readsDone(reads)
                .writesDone(writes)
                .timedOut(timedOut)
                .failed(failed)
                .callsSent(sent)
                .callsAnswered(answered)
                .answersLate(late)
                .callsServed(served)
                .payloadBytes(1000)
                .latencyFrom(LatencyFrom.SEND)
                .endedAtEpochNanos(BEGAN + nanos)
                .readHistogram(text)
                .writeHistogram(text)
                .samples(List.of())
                .build();
    }

    private static RunResult run(Optional<Integer> targetRate, WorkloadReport... reports) {
        return run(100, targetRate, reports);
    }

    private static RunResult run(int concurrency, Optional<Integer> targetRate, WorkloadReport... reports) {
        var workload = new RpcSpec(
                RunLength.of(20_000),
                Warmup.of(0),
                1000,
                2,
                80,
                concurrency,
                targetRate,
                Duration.ofSeconds(10),
                Duration.ofSeconds(1));
        return TestRun.of(workload, reports).result();
    }
}
