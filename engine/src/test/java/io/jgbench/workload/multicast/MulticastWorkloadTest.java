package io.jgbench.workload.multicast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.jgbench.api.v1alpha1.Arrivals;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.protocol.OpenLoopReport;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.multicast.MulticastReport;
import io.jgbench.coordination.workload.multicast.MulticastReport.StreamReport;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import io.jgbench.transport.MessageSender;
import io.jgbench.transport.TransportException;
import io.jgbench.workload.EndSignal;
import io.jgbench.workload.KindedLong;
import io.jgbench.workload.SideBySide;
import io.jgbench.workload.Workload;
import io.jgbench.workload.Workload.Role;
import io.jgbench.workload.WorkloadContext;
import io.jgbench.workload.WorkloadException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MulticastWorkloadTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @Test
    void eachMemberReceivesTheMessagesOfAllSendersItsOwnIncluded() throws Exception {
        Wire wire = new Wire(spec(2, 500, 3), 3, true, _ -> false);

        List<MulticastReport> results = wire.run();

        assertThat(results).allSatisfy(result -> {
            assertThat(result.expectedMessages()).isEqualTo(1000);
            assertThat(result.receivedMessages()).isEqualTo(1000);
            assertThat(result.streams()).hasSize(6).allSatisfy(stream -> {
                assertThat(stream.lost()).isZero();
                assertThat(stream.duplicated()).isZero();
                assertThat(stream.reordered()).isZero();
            });
            assertThat(result.firstReceivedEpochNanos()).isGreaterThan(0);
            assertThat(result.lastReceivedEpochNanos()).isGreaterThanOrEqualTo(result.firstReceivedEpochNanos());
            assertThat(result.samples()).isNotEmpty();
            assertThat(result.samples().getLast().messages()).isEqualTo(1000);
        });
        assertThat(results).extracting(MulticastReport::sentMessages).containsExactly(500L, 500L, 0L);
        assertThat(results).extracting(MulticastReport::timedOwnMessages).containsExactly(500L, 500L, 0L);
    }

    @Test
    void runOfADurationAddsUpAndItsRateCountsWhatHadArrivedAtTheEnd() throws Exception {
        Duration duration = Duration.ofMillis(300);
        Wire wire = new Wire(spec(2, RunLength.of(duration), Warmup.of(50), 2), 3, true, _ -> false);

        List<MulticastReport> results = wire.run();

        long sent = results.stream().mapToLong(MulticastReport::sentMessages).sum();
        assertThat(sent).isPositive();
        assertThat(results).allSatisfy(result -> {
            assertThat(result.receivedMessages()).isEqualTo(sent);
            assertThat(result.expectedMessages()).isEqualTo(sent);
            assertThat(result.streams())
                    .hasSize(4)
                    .allSatisfy(stream -> assertThat(stream.lost()).isZero());
            assertThat(result.timedMessages()).isBetween(1L, sent);
            assertThat(result.timedOwnMessages()).isBetween(0L, result.timedMessages());
            assertThat(result.elapsedNanos()).isBetween(1L, 10 * duration.toNanos());
        });
    }

    @Test
    void lossesInARunOfADurationAreCountedAgainstWhatTheSendersSay() throws Exception {
        Wire wire = new Wire(
                spec(1, RunLength.of(Duration.ofMillis(100)), Warmup.NONE, 1),
                2,
                false,
                header -> KindedLong.kind(header) == 3 && MulticastHeader.sequence(header) % 2 == 1);

        List<MulticastReport> results = wire.run();

        long sent = results.getFirst().sentMessages();
        assertThat(results).allSatisfy(result -> {
            assertThat(result.expectedMessages()).isEqualTo(sent);
            assertThat(result.streams()).extracting(StreamReport::lost).containsExactly(sent / 2);
        });
    }

    @Test
    void warmupUntilItIsSteadyLastsUntilItIsEnoughAndIsDrained() throws Exception {
        var untilSteady = new Warmup.Steady(Duration.ZERO, Duration.ofMinutes(1));
        Wire wire = new Wire(spec(2, RunLength.of(10), untilSteady, 1), 2, true, _ -> false);
        EndSignal enough = new EndSignal();

        SideBySide.each(3, i -> {
            if (i < 2) {
                wire.members.get(i).warmUp(new Role(i, true), enough, LONG);
            } else {
                await().until(() -> wire.members.getFirst().warmupUnits() > 1000);
                enough.give();
            }
        });

        assertThat(wire.members).extracting(Workload::warmupUnits).allMatch(units -> units > 1000);
        assertThat(wire.members.getFirst().warmupUnits())
                .isEqualTo(wire.members.getLast().warmupUnits());
    }

    @ParameterizedTest
    @EnumSource(Arrivals.class)
    void senderOfARateSendsWhatIsDueInADurationAndSaysHowLateThatWas(Arrivals arrivals) throws Exception {
        Wire wire = new Wire(open(2, RunLength.of(Duration.ofMillis(500)), 2, 100, arrivals), 3, true, _ -> false);

        List<MulticastReport> results = wire.run();

        assertThat(results.subList(0, 2)).allSatisfy(result -> {
            // as many as are due: of Poisson arrivals 50 on average
            assertThat(result.sentMessages()).isBetween(20L, 90L);
            OpenLoopReport loop = result.openLoop().orElseThrow();
            assertThat(HistogramText.decode(loop.lateHistogram()).getTotalCount())
                    .isEqualTo(result.sentMessages());
            assertThat(loop.plannedNanos()).isBetween(1L, loop.tookNanos());
        });
        assertThat(results.getLast().openLoop()).isEmpty();
    }

    @Test
    void rateIsThatOfAllThreadsOfASenderTogether() throws Exception {
        Wire wire = new Wire(open(1, RunLength.of(40), 4, 200, Arrivals.EVEN), 1, true, _ -> false);

        MulticastReport result = wire.run().getFirst();

        assertThat(result.sentMessages()).isEqualTo(40);
        // the last ones of the four threads are due 180 to 195 ms after the start
        assertThat(result.openLoop().orElseThrow().plannedNanos())
                .isBetween(
                        Duration.ofMillis(180).toNanos(), Duration.ofMillis(195).toNanos());
    }

    @Test
    void warmupAtARateThatIsEnoughEndsBeforeTheNextMessageIsDue() throws Exception {
        var untilSteady = new Warmup.Steady(Duration.ZERO, Duration.ofMinutes(10));
        var spec = new MulticastSpec(
                1, RunLength.of(1), 100, untilSteady, 1, LONG, Duration.ZERO, 1, Optional.of(1), Arrivals.EVEN);
        Wire wire = new Wire(spec, 1, true, _ -> false);
        EndSignal enough = new EndSignal();

        SideBySide.each(2, i -> {
            if (i == 0) {
                wire.members.getFirst().warmUp(new Role(0, true), enough, LONG);
            } else {
                await().until(() -> wire.members.getFirst().warmupUnits() > 0);
                enough.give();
            }
        });

        assertThat(wire.members.getFirst().warmupUnits()).isPositive();
    }

    @Test
    void sendersTimeEachSampledMessageAndReceiversNone() throws Exception {
        Wire wire = new Wire(spec(1, 1000, 1), 2, true, _ -> false);

        List<MulticastReport> results = wire.run();

        assertThat(samples(results.get(0))).isEqualTo(100);
        assertThat(samples(results.get(1))).isZero();
    }

    @Test
    void receiversNoteWhenSampledMessagesOfOthersWereSentAndArrived() throws Exception {
        Wire wire = new Wire(spec(2, 1000, 2), 3, true, _ -> false);
        long before = EpochClock.system().epochNanos();

        List<MulticastReport> results = wire.run();

        assertThat(results.get(0).deliveryRows())
                .hasSize(100)
                .allSatisfy(row -> assertThat(row[0]).isEqualTo(1));
        assertThat(results.get(2).deliveryRows())
                .hasSize(200)
                .extracting(row -> row[0])
                .contains(0L, 1L);
        assertThat(results.get(2).deliveryRows()).allSatisfy(row -> {
            assertThat(row[1])
                    .isGreaterThan(before / 1000 - Duration.ofSeconds(1).toNanos() / 1000);
            assertThat(row[2]).isLessThan(LONG.toNanos());
        });
    }

    @Test
    void messagesWithoutRoomForATimeStampAreNotTimedByOthers() throws Exception {
        var spec =
                new MulticastSpec(1, RunLength.of(100), 15, Warmup.NONE, 1, Duration.ofMillis(100), Duration.ZERO, 1);

        List<MulticastReport> results = new Wire(spec, 2, true, _ -> false).run();

        assertThat(results).extracting(MulticastReport::deliveries).containsOnly("");
        assertThat(samples(results.getFirst())).isEqualTo(100);
    }

    @Test
    void lostMessagesOfAnUnreliableTransportAreCountedAndEndTheRun() throws Exception {
        Wire wire = new Wire(
                spec(2, 300, 1),
                2,
                false,
                header -> KindedLong.kind(header) == 3 && MulticastHeader.sequence(header) % 3 == 1);

        List<MulticastReport> results = wire.run();

        assertThat(results).allSatisfy(result -> {
            assertThat(result.receivedMessages()).isEqualTo(400);
            assertThat(result.streams()).extracting(StreamReport::lost).containsExactly(100L, 100L);
        });
    }

    @Test
    void aReliableTransportThatLosesMessagesEndsTheRunWithThemMissing() throws Exception {
        Wire wire = new Wire(
                spec(1, 300, 1),
                2,
                true,
                header -> KindedLong.kind(header) == 3 && MulticastHeader.sequence(header) >= 290);

        List<MulticastReport> results = wire.run();

        assertThat(results).allSatisfy(result -> {
            assertThat(result.receivedMessages()).isEqualTo(290);
            assertThat(result.lastReceivedEpochNanos()).isGreaterThanOrEqualTo(result.firstReceivedEpochNanos());
        });
    }

    @Test
    void aSenderThatNeverSendsFailsTheOthersWithWhatIsMissing() {
        Workload lonely = new MulticastWorkload(spec(2, 300, 1), context(2, true, (_, _, _) -> {}));

        assertThatThrownBy(() -> lonely.warmUp(new Role(1, false), new EndSignal(), Duration.ofMillis(50)))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("warm-up")
                .hasMessageContaining("received 0 of 100 messages")
                .hasMessageContaining("50 of 50 from member 0");
    }

    @Test
    void aTransportThatRefusesAMessageEndsTheRunWithItsReason() {
        Workload workload = new MulticastWorkload(spec(1, 300, 2), context(2, true, (_, _, _) -> {
            throw new TransportException("the socket is closed");
        }));

        assertThatThrownBy(() -> workload.warmUp(new Role(0, true), new EndSignal(), LONG))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("the socket is closed");
    }

    @Test
    void messagesOfStrangersAreIgnored() {
        MulticastWorkload workload = new MulticastWorkload(spec(1, 10, 1), context(2, true, (_, _, _) -> {}));
        byte[] message = new byte[100];
        for (long header : new long[] {-1, MulticastHeader.of(3, 7, 0, 0), MulticastHeader.of(3, 0, 5, 0), 0}) {
            KindedLong.write(message, 0, header);
            workload.receive(message, 0, message.length);
        }
        KindedLong.write(message, 0, MulticastHeader.of(3, 0, 0, 0));
        workload.receive(message, 0, 99);
        workload.receive(message, 0, 7);

        assertThat(workload.progress().done()).isZero();
    }

    private static long samples(MulticastReport report) {
        return HistogramText.decode(report.latencyHistogram()).getTotalCount();
    }

    private static WorkloadContext context(int members, boolean reliable, MessageSender toAll) {
        return new WorkloadContext(members, reliable, toAll, (_, _, _, _) -> {}, EpochClock.system());
    }

    private static MulticastSpec spec(int senders, long messages, int threads) {
        return spec(senders, RunLength.of(messages), Warmup.of(50), threads);
    }

    private static MulticastSpec spec(int senders, RunLength length, Warmup warmup, int threads) {
        return new MulticastSpec(senders, length, 100, warmup, threads, Duration.ofMillis(100), Duration.ZERO, 10);
    }

    private static MulticastSpec open(int senders, RunLength length, int threads, int rate, Arrivals arrivals) {
        return new MulticastSpec(
                senders,
                length,
                100,
                Warmup.NONE,
                threads,
                Duration.ofMillis(100),
                Duration.ZERO,
                10,
                Optional.of(rate),
                arrivals);
    }

    /** Delivers at once what a member sends to all members, in the sending thread, but for what is dropped. */
    private static final class Wire {
        private final List<Workload> members = new ArrayList<>();
        private final MulticastSpec spec;
        private final LongPredicate dropped;

        Wire(MulticastSpec spec, int count, boolean reliable, LongPredicate dropped) {
            this.spec = spec;
            this.dropped = dropped;
            for (int i = 0; i < count; i++) {
                members.add(new MulticastWorkload(spec, context(count, reliable, this::send)));
            }
        }

        private void send(byte[] buffer, int offset, int length) {
            if (!dropped.test(KindedLong.read(buffer, offset))) {
                byte[] copy = Arrays.copyOfRange(buffer, offset, offset + length);
                members.forEach(member -> member.receive(copy, 0, length));
            }
        }

        List<MulticastReport> run() throws Exception {
            return SideBySide.run(members, i -> i < spec.senders(), LONG, MulticastReport.class);
        }
    }
}
