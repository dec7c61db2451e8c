package io.jgbench.coordination.workload.messagebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.protocol.LatencyFrom;
import io.jgbench.coordination.protocol.OpenLoopReport;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.result.TestRun;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.status.StatusOf;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Backlog;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Received;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Sent;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Traffic;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec.Processing;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec.Sending;
import io.jgbench.coordination.workload.registry.Workloads;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageBusResultTest {
    private static final long BEGAN = 1_000_000_000_000L;
    private static final long SECOND = 1_000_000_000L;
    /** Of what a member left when time was over. */
    private static final long OF_AN_EARLIER_VERSION = 0;

    private static final Processing AT_ONCE = new Processing(0, 0, Optional.empty(), false);

    @Test
    void rateIsThatOfTheMembersThatAreSentTo() {
        var result = run(Optional.empty(), sender(10_000, 100, 100), receiver(10_000, 0, 0, 0));

        var figures = Workloads.MESSAGE_BUS.of(result).figures().orElseThrow();

        assertThat(result.valid()).isTrue();
        assertThat(figures.messagesPerSecond()).isEqualTo(10_000);
        assertThat(figures.clusterMessagesPerSecond()).isEqualTo(10_000);
        assertThat(figures.bytesPerSecond()).isEqualTo(40_960_000);
        assertThat(figures.out().messages()).isEqualTo((10_000 + 100) / 2.0);
        assertThat(figures.in().messages()).isEqualTo((10_000 + 100) / 2.0);
    }

    @Test
    void whatWaitsForRoomIsTheMeanOverTheMembersThatAreSentTo() {
        var receiver = MessageBusReportBuilder.builder(receiver(10_000, 0, 0, 0))
                .inBacklog(new Backlog(5, SECOND / 2, 1, 8192, 10_000))
                .build();

        var result = run(Optional.empty(), sender(10_000, 100, 100), receiver);

        var figures = Workloads.MESSAGE_BUS.of(result).figures().orElseThrow();
        assertThat(figures.inHeldBackShare()).isEqualTo(0.5);
        assertThat(figures.inBacklogBytes()).isEqualTo(8192);
    }

    @Test
    void effectiveResponseTimeIsTheMeanOverTheShareThatSendersWereNotHeldBack() {
        var figures = Workloads.MESSAGE_BUS
                .of(run(Optional.empty(), sender(10_000, 100, 100), receiver(10_000, 0, 0, 0)))
                .figures()
                .orElseThrow();

        assertThat(figures.outHeldBackShare()).isEqualTo(0.5);
        assertThat(figures.outBacklogBytes()).isEqualTo(4096);
        var time = figures.responseTime().orElseThrow();
        assertThat(time.meanNanos()).isBetween(5_490L, 5_510L);
        assertThat(time.effectiveNanos()).isBetween(10_980L, 11_020L);
        assertThat(time.minNanos()).isBetween(995L, 1_000L);
    }

    @Test
    void whatIsMissingDoubledOutOfTurnOrNotAnsweredInvalidates() {
        var result = run(Optional.empty(), sender(10_000, 100, 98), receiver(9_990, 10, 3, 2));

        assertThat(result.verdict().findings())
                .containsExactly(
                        new Finding(
                                Reason.MESSAGES_MISSING,
                                Severity.INVALID,
                                "10 of 10,000 messages (0.100 %) did not arrive: member-1 10."),
                        new Finding(
                                Reason.DUPLICATED,
                                Severity.INVALID,
                                "3 of 10,000 messages (0.0300 %) arrived more than once: member-1 3."),
                        new Finding(
                                Reason.REORDERED,
                                Severity.INVALID,
                                "2 of 10,000 messages (0.0200 %) arrived after a later one of the same stream:"
                                        + " member-1 2."),
                        new Finding(
                                Reason.REQUESTS_TIMED_OUT,
                                Severity.INVALID,
                                "2 of 100 responses (2.00 %) did not come: member-0 2."));
    }

    @Test
    void messagesThatNobodyWasToldOfDoNotAddUp() {
        var result = run(Optional.empty(), sender(10_001, 100, 100), receiver(10_000, 0, 0, 0));

        assertThat(result.verdict().findings())
                .extracting(Finding::reason, Finding::severity)
                .containsExactly(tuple(Reason.ACCOUNTS_DIFFER, Severity.INVALID));
    }

    @Test
    void rateThatWasNotKeptWarnsWithTheMember() {
        var result = run(Optional.of(50_000_000L), behind(sender(10_000, 100, 100)), receiver(10_000, 0, 0, 0));

        assertThat(result.valid()).isTrue();
        assertThat(result.verdict().findings())
                .containsExactly(new Finding(
                        Reason.TARGET_RATE_MISSED,
                        Severity.WARNING,
                        "Fewer bytes a second than the 50,000,000 that messageBus.txRate asks for were sent: member-0"
                                + " 40,960,000."));
    }

    @ParameterizedTest
    @ValueSource(longs = {19_000_000, OF_AN_EARLIER_VERSION})
    void messagesThatWereDueAndNotSentBeforeTheEndMakeTheHighestPercentilesLowerBounds(long leftNanos) {
        var left = MessageBusReportBuilder.builder(sender(10_000, 100, 100))
                .openLoop(Optional.of(new OpenLoopReport(981_000_000, SECOND, leftNanos, "", "")))
                .build();

        assertThat(run(Optional.of(40_960_000L), left, receiver(10_000, 0, 0, 0))
                        .verdict()
                        .findings())
                .containsExactly(new Finding(
                        Reason.TARGET_RATE_MISSED,
                        Severity.WARNING,
                        "Up to 1.9 % of the messages that were due had not been handed over when the time was over:"
                                + " member-0 1.9 %. They are in no latency, so that percentiles above 98.1 are lower"
                                + " bounds."));
    }

    /** Its sender woke up when the time was over, and sent what was due before. */
    @Test
    void messageThatWasDueBeforeTheEndAndSentAfterItWasNotLeftOut() {
        var late = MessageBusReportBuilder.builder(sender(10_000, 100, 100))
                .openLoop(Optional.of(
                        new OpenLoopReport(999_000_000, 1_004_000_000, OpenLoopReport.NOTHING_LEFT, "", "")))
                .build();

        assertThat(run(Optional.of(40_960_000L), late, receiver(10_000, 0, 0, 0))
                        .verdict()
                        .findings())
                .isEmpty();
    }

    @Test
    void senderThatWokeUpLateIsTheReasonOfTheLatencyAndNotTheTransport() {
        var late = MessageBusReportBuilder.builder(sender(10_000, 100, 100))
                .openLoop(Optional.of(new OpenLoopReport(SECOND, SECOND, 0, lateBy(900_000), lateBy(800_000))))
                .build();

        var result = run(Optional.of(40_960_000L), late, receiver(10_000, 0, 0, 0));

        assertThat(result.verdict().findings()).singleElement().satisfies(finding -> {
            assertThat(finding.reason()).isEqualTo(Reason.GENERATOR_LATE);
            assertThat(finding.evidence()).contains("member-0 0.8").doesNotContain("member-1");
        });
        assertThat(Workloads.MESSAGE_BUS.of(result).figures().orElseThrow().lateness())
                .hasValueSatisfying(
                        lateness -> assertThat(lateness.all().p50Micros()).isBetween(899L, 901L));
    }

    @Test
    void responsesAreNoPartOfTheRateThatIsAskedFor() {
        var result = run(Optional.of(50_000_000L), behind(asker(1, 10_000)), behind(asker(0, 10_000)));

        assertThat(result.verdict().findings())
                .containsExactly(new Finding(
                        Reason.TARGET_RATE_MISSED,
                        Severity.WARNING,
                        "Fewer bytes a second than the 50,000,000 that messageBus.txRate asks for were sent: member-0"
                                + " 40,960,000, member-1 40,960,000."));
    }

    @Test
    void rateIsKeptWhereAllWasSentWhenItWasDueHoweverLittleItWas() {
        var inTime = MessageBusReportBuilder.builder(sender(10_000, 100, 100))
                .openLoop(Optional.of(new OpenLoopReport(SECOND, SECOND, 0, "", "")))
                .build();

        var result = run(Optional.of(50_000_000L), inTime, receiver(10_000, 0, 0, 0));

        assertThat(result.verdict().findings()).isEmpty();
        assertThat(result.bottleneck().orElseThrow().type()).isEqualTo(BottleneckType.REQUESTED_RATE);
    }

    /** The same, whose last message was due after 82 % of the time after which it was sent. */
    private static MessageBusReport behind(MessageBusReport report) {
        return MessageBusReportBuilder.builder(report)
                .openLoop(Optional.of(new OpenLoopReport(819_200_000, SECOND, 0, "", "")))
                .build();
    }

    @Test
    void memberThatReceivedOneMessageHasNoRateWhichInvalidates() {
        var result = run(Optional.empty(), sender(1, 0, 0), receiver(1, 0, 0, 0));

        assertThat(result.verdict().findings())
                .containsExactly(new Finding(
                        Reason.TOO_FEW_MESSAGES,
                        Severity.INVALID,
                        "A rate needs two messages at different times; this is not so at member-1. Send more messages,"
                                + " or for longer (messageBus.duration)."));
    }

    @Test
    void statusHasTheFiguresOfMessageBus() {
        var run = run(Optional.empty(), sender(10_000, 100, 100), receiver(10_000, 0, 0, 0));

        var status = StatusOf.status(RepetitionsResult.of(List.of(run)), Instant.EPOCH);

        assertThat(status.summary().rate()).isEqualTo("10,000 messages/s");
        assertThat(status.summary().throughput()).isEqualTo("41.0 MB/s");
        assertThat(status.summary().messagesReceived()).isEqualTo(10_000);
        assertThat(status.summary().messageBus().responses()).isEqualTo(100);
        assertThat(status.summary().messageBus().backlogOutPermille()).isEqualTo(500);
        assertThat(status.summary().messageBus().responseEffectiveMicros()).isBetween(11L, 12L);
        assertThat(status.perMember().getFirst().messageBus().connections()).isEqualTo(1);
        assertThat(status.senders()).isEqualTo(1);
    }

    @Test
    void whatCrossesTheWireIsWhatWasSentAndReceivedAsNobodySendsToItself() {
        var report = sender(1_000, 10, 10);

        assertThat(report.bytesToOthers(3)).isEqualTo(report.out().bytes());
        assertThat(report.bytesFromOthers(0)).isEqualTo(report.in().bytes());
    }

    private static MessageBusReport sender(long sent, long asked, long responses) {
        var histogram = new Histogram(3);
        IntStream.rangeClosed(1, 10).forEach(micros -> histogram.recordValue(micros * 1000L));
        var text = HistogramText.encode(histogram);
        return report(
                true,
                new Traffic(sent, sent * 4096),
                new Traffic(responses, responses * 4096),
                List.of(new Sent(1, sent)),
                List.of(),
                asked,
                responses,
                text);
    }

    /** Sends this number of messages to another member and answers as many of that member's. */
    private static MessageBusReport asker(int other, long each) {
        var both = new Traffic(2 * each, 2 * each * 4096);
        return report(
                true,
                both,
                both,
                List.of(new Sent(other, each)),
                List.of(new Received(other, each, each, 0, 0, 0, true)),
                each,
                each,
                "");
    }

    /** Two of four members are sent to and answer, so that they send three times what the others do. */
    @Test
    void memberThatIsAskedNothingIsNoSlowSenderBesideThoseThatAnswer() {
        var result = run(
                4,
                2,
                blocking(1000, 1000, List.of(new Sent(2, 500), new Sent(3, 500)), List.of()),
                blocking(1000, 1000, List.of(new Sent(2, 500), new Sent(3, 500)), List.of()),
                blocking(3000, 3000, List.of(new Sent(3, 1000)), arrivedFrom(Map.of(0, 500L, 1, 500L, 3, 1000L))),
                blocking(3000, 3000, List.of(new Sent(2, 1000)), arrivedFrom(Map.of(0, 500L, 1, 500L, 2, 1000L))));

        assertThat(result.bottleneck())
                .hasValueSatisfying(
                        found -> assertThat(found.type()).as(found.message()).isNotEqualTo(BottleneckType.SENDER));
    }

    /** Each of two calls the other 5,000 times a second and answers as often. */
    @ParameterizedTest
    @CsvSource({"90_000, UNKNOWN, ", "180_000, REQUESTED_RATE, waited for answers 90 % of its time"})
    void callerWaitsForTheAnswersToItsOwnCallsAlone(String meanNanos, BottleneckType type, String why) {
        long mean = Long.parseLong(meanNanos.replace("_", ""));
        var sending = MessageBusSpecSendingBuilder.builder(sending(2, 2, Optional.empty()))
                .block(true)
                .build();

        var found = TestRun.of(workload(sending, AT_ONCE), calling(1, mean), calling(0, mean))
                .over("tcp")
                .result()
                .bottleneck();

        assertThat(found).hasValueSatisfying(bottleneck -> {
            assertThat(bottleneck.type()).as(bottleneck.message()).isEqualTo(type);
            assertThat(bottleneck.message()).contains(why == null ? "" : why);
        });
    }

    private static MessageBusReport calling(int other, long meanNanos) {
        return MessageBusReportBuilder.builder(
                        blocking(10_000, 10_000, List.of(new Sent(other, 5000)), arrivedFrom(Map.of(other, 5000L))))
                .responseHistogram(lateBy(meanNanos))
                .build();
    }

    @ParameterizedTest
    @CsvSource({"4_400_000, RECEIVER", "6_000_000, UNKNOWN"})
    void rateOfProcessingThatWasAskedForIsTold(String rate, BottleneckType type) {
        long rxRate = Long.parseLong(rate.replace("_", ""));
        var processing = new Processing(1, 0, Optional.of(rxRate), false);

        // 4,096,000 bytes were received
        var found = TestRun.of(
                        workload(sending(1, 1, Optional.empty()), processing),
                        sender(1000, 10, 10),
                        receiver(1000, 0, 0, 0))
                .over("tcp")
                .result()
                .bottleneck();

        assertThat(found).hasValueSatisfying(bottleneck -> {
            assertThat(bottleneck.type()).as(bottleneck.message()).isEqualTo(type);
            if (type == BottleneckType.RECEIVER) {
                assertThat(bottleneck.message())
                        .startsWith("messageBus.rxRate has each member process 4,400,000 bytes/s at the most, and one"
                                + " processed 4,096,000: no more was asked for.");
            }
        });
    }

    /** They go past the threads that process. */
    @Test
    void messagesThatWerePassedOnAreNotProcessedAtTheRateThatWasAskedFor() {
        var processing = new Processing(1, 0, Optional.of(6_000_000L), false);
        var relaying = new MessageBusSpec(
                sending(1, 2, Optional.empty()),
                processing,
                Duration.ofSeconds(1),
                Warmup.of(0),
                Duration.ofSeconds(1),
                true);

        // each of two receivers got 4,096,000 bytes of the sender and as many of the other receiver
        var found = TestRun.of(relaying, sender(1000, 10, 10), relay(2), relay(1))
                .over("tcp")
                .result()
                .bottleneck();

        assertThat(found)
                .hasValueSatisfying(
                        bottleneck -> assertThat(bottleneck.message()).doesNotContain("messageBus.rxRate"));
    }

    private static MessageBusReport relay(int other) {
        List<Received> received = arrivedFrom(Map.of(0, 1000L, other, 1000L));
        return report(false, new Traffic(0, 0), new Traffic(2000, 2000 * 4096), List.of(), received, 0, 0, "");
    }

    private static MessageBusReport blocking(long out, long in, List<Sent> sent, List<Received> received) {
        return report(true, new Traffic(out, out * 4096), new Traffic(in, in * 4096), sent, received, 1000, 1000, "");
    }

    private static List<Received> arrivedFrom(Map<Integer, Long> messages) {
        return messages.entrySet().stream()
                .map(from -> new Received(from.getKey(), from.getValue(), from.getValue(), 0, 0, 0, true))
                .toList();
    }

    @Test
    void whatNeverArrivedIsLostForWhoeverAsksWhatHeldTheRate() {
        assertThat(receiver(90, 10, 0, 0).lostMessages()).isEqualTo(10);
    }

    @Test
    void whatAllMissOfOneWasLostOnTheWayOutOfIt() {
        var result = run(4, 4, lossy(0, 0), lossy(1, 3_000), lossy(2, 3_000), lossy(3, 3_000));

        assertThat(result.bottleneck()).hasValueSatisfying(found -> {
            assertThat(found.type()).as(found.message()).isEqualTo(BottleneckType.LOSS);
            assertThat(found.member()).as(found.message()).contains("member-0");
        });
    }

    /** Misses this number of messages of the first member. */
    private static MessageBusReport lossy(int member, long lost) {
        List<Received> received = IntStream.range(0, 4)
                .filter(from -> from != member)
                .mapToObj(from -> {
                    long missing = from == 0 ? lost : 0;
                    return new Received(from, 100_000, 100_000 - missing, missing, 0, 0, true);
                })
                .toList();
        return blocking(300_000, 300_000 - lost, List.of(), received);
    }

    private static MessageBusReport receiver(long received, long lost, long duplicated, long reordered) {
        return report(
                false,
                new Traffic(100, 100 * 4096),
                new Traffic(received, received * 4096),
                List.of(),
                List.of(new Received(0, received + lost, received, lost, duplicated, reordered, true)),
                0,
                0,
                "");
    }

    private static String lateBy(long nanos) {
        var recorded = new Histogram(3);
        recorded.recordValue(nanos);
        return HistogramText.encode(recorded);
    }

    private static MessageBusReport report(
            boolean sender,
            Traffic out,
            Traffic in,
            List<Sent> sent,
            List<Received> received,
            long asked,
            long responses,
            String histogram) {
        return MessageBusReportBuilder.builder()
                .sender(sender)
                .out(out)
                .in(in)
                .activeNanos(SECOND)
                .firstToLastNanos(
                        received.stream().mapToLong(Received::received).sum() < 2 ? 0 : SECOND)
                .sent(sent)
                .received(received)
                .responsesExpected(asked)
                .responses(responses)
                .receipts(responses)
                .outBacklog(sender ? new Backlog(3, SECOND / 2, 1, 4096, 8192) : Backlog.NONE)
                .inBacklog(Backlog.NONE)
                .errors(0)
                .latencyFrom(LatencyFrom.SEND)
                .endedAtEpochNanos(BEGAN + SECOND)
                .responseHistogram(histogram)
                .receiptHistogram(histogram)
                .samples(List.of())
                .build();
    }

    private static RunResult run(Optional<Long> txRate, MessageBusReport... reports) {
        return run(1, 1, txRate, reports);
    }

    private static RunResult run(int senders, int receivers, MessageBusReport... reports) {
        return run(senders, receivers, Optional.empty(), reports);
    }

    private static RunResult run(int senders, int receivers, Optional<Long> txRate, MessageBusReport... reports) {
        return TestRun.of(workload(sending(senders, receivers, txRate), AT_ONCE), reports)
                .over("tcp")
                .result();
    }

    private static Sending sending(int senders, int receivers, Optional<Long> txRate) {
        return MessageBusSpecSendingBuilder.builder()
                .senders(Optional.of(senders))
                .receivers(Optional.of(receivers))
                .threads(1)
                .smallestBytes(4096)
                .largestBytes(4096)
                .cached(false)
                .bytesPerSecond(txRate)
                .flushFrequency(0)
                .latencyFrequency(100)
                .receipts(true)
                .polite(false)
                .block(false)
                .blockSpin(Duration.ZERO)
                .build();
    }

    private static MessageBusSpec workload(Sending sending, Processing processing) {
        return new MessageBusSpec(
                sending, processing, Duration.ofSeconds(1), Warmup.of(0), Duration.ofSeconds(1), false);
    }
}
