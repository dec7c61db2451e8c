package io.jgbench.workload.messagebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.jgbench.api.v1alpha1.Arrivals;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.protocol.LatencyFrom;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.messagebus.MessageBusReport;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Received;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Sent;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec;
import io.jgbench.transport.TransportException;
import io.jgbench.workload.EndSignal;
import io.jgbench.workload.KindedLong;
import io.jgbench.workload.OutOfTimeException;
import io.jgbench.workload.SideBySide;
import io.jgbench.workload.Workload.Role;
import io.jgbench.workload.WorkloadContext;
import io.jgbench.workload.WorkloadException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageBusWorkloadTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void everyMessageArrivesOnceAndEachTenthIsAnswered(int members) throws Exception {
        List<MessageBusReport> reports = new Wire(TestBus.streaming().spec(), members, true).run();

        assertAllArrived(reports);
        assertThat(reports).allSatisfy(report -> {
            long own = report.sent().stream().mapToLong(Sent::messages).sum();
            assertThat(report.sent()).hasSize(members - 1);
            assertThat(report.responsesExpected()).isCloseTo(own / 10, within((long) members - 2));
            assertThat(HistogramText.decode(report.responseHistogram()).getTotalCount())
                    .isEqualTo(report.responses());
            assertThat(HistogramText.decode(report.receiptHistogram()).getTotalCount())
                    .isEqualTo(report.responses());
            assertThat(report.out().bytes()).isEqualTo(report.out().messages() * 100);
            assertThat(report.samples()).isNotEmpty();
            assertThat(report.latencyFrom()).isEqualTo(LatencyFrom.SEND);
        });
    }

    @Test
    void sendersSendToTheReceiversAloneAndReceiversSendNothing() throws Exception {
        var bus = TestBus.streaming().between(2, 1).threads(2);
        List<MessageBusReport> reports = new Wire(bus.spec(), 3, true).run();

        assertAllArrived(reports);
        assertThat(reports).extracting(MessageBusReport::sender).containsExactly(true, true, false);
        assertThat(reports.get(0).sent()).extracting(Sent::to).containsExactly(2);
        assertThat(reports.get(2).received()).extracting(Received::from).containsExactly(0, 1);
        assertThat(reports.get(2).connections()).isEqualTo(2);
        assertThat(reports.get(0).in().messages()).isEqualTo(reports.get(0).responses());
    }

    @Test
    void receiverIsSampledUntilAllHasCome() throws Exception {
        List<MessageBusReport> reports =
                new Wire(TestBus.streaming().between(1, 1).spec(), 2, true).run();

        MessageBusReport receiver = reports.get(1);
        assertThat(receiver.samples().getLast().in()).isEqualTo(receiver.in());
    }

    @Test
    void oneThreadForEachSourceMayHaveToWaitForAProcessingThread() throws Exception {
        var bus = TestBus.streaming().between(3, 1);
        var processed = bus.processedBy(1, 8, Optional.empty());

        assertThat(new Wire(processed.spec(), 4, true)
                        .run()
                        .getLast()
                        .inBacklog()
                        .threads())
                .isEqualTo(3);
        assertThat(new Wire(bus.spec(), 4, true).run().getLast().inBacklog().threads())
                .isZero();
    }

    @Test
    void answersThatCannotBeSentInTheWarmUpAreNoErrorsOfTheMeasuredPart() throws Exception {
        var refused = new AtomicInteger();
        var wire = new Wire(TestBus.streaming().between(1, 1).spec(), 2, false);
        wire.filter = message -> {
            long header = BusHeader.header(message, 0);
            if (BusHeader.phase(header) == BusHeader.WARMUP && KindedLong.kind(header) == BusHeader.RESPONSE) {
                refused.incrementAndGet();
                throw new TransportException("refused");
            }
            return true;
        };

        List<MessageBusReport> reports = wire.run();

        assertThat(refused).hasPositiveValue();
        assertThat(reports).extracting(MessageBusReport::errors).containsOnly(0L);
    }

    @Test
    void threadThatBlocksHasOneRequestUnderWayAndGetsAResponseToEach() throws Exception {
        var bus = TestBus.streaming().between(1, 1).blocking();
        List<MessageBusReport> reports = new Wire(bus.spec(), 2, true).run();

        assertAllArrived(reports);
        MessageBusReport asker = reports.getFirst();
        long own = asker.sent().getFirst().messages();
        assertThat(asker.responses()).isEqualTo(own).isPositive();
        assertThat(reports.get(1).out().messages()).isEqualTo(own);
        assertThat(HistogramText.decode(asker.responseHistogram()).getTotalCount())
                .isEqualTo(own / 10);
        assertThat(asker.receipts()).isEqualTo(own / 10);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void receiverPassesOnToTheNextOne(boolean block) throws Exception {
        var bus = TestBus.streaming().between(1, 2).passingOn();
        List<MessageBusReport> reports = new Wire((block ? bus.blocking() : bus).spec(), 3, true).run();

        assertAllArrived(reports);
        assertThat(reports.get(1).sent()).isEqualTo(passedOn(reports.getFirst(), 1, 2));
        assertThat(reports.get(2).sent()).isEqualTo(passedOn(reports.getFirst(), 2, 1));
    }

    private static List<Sent> passedOn(MessageBusReport source, int relay, int target) {
        return source.sent().stream()
                .filter(sent -> sent.to() == relay && sent.messages() > 0)
                .map(sent -> new Sent(target, sent.messages()))
                .toList();
    }

    @Test
    void rateIsKeptAndLatenciesCountFromWhenAMessageShouldHaveBeenSent() throws Exception {
        var bus = TestBus.streaming().between(1, 1).rate(100_000).lasting(Duration.ofMillis(500));
        List<MessageBusReport> reports = new Wire(bus.spec(), 2, true).run();

        assertAllArrived(reports);
        assertThat(reports.getFirst().out().bytes()).isBetween(100L, 51_000L);
        assertThat(reports.getFirst().latencyFrom()).isEqualTo(LatencyFrom.INTENDED_SEND);
    }

    @ParameterizedTest
    @EnumSource
    void rateIsKeptHoweverMessagesAreSpreadOverTimeAndTheirLatenessIsTold(Arrivals arrivals) throws Exception {
        var bus = TestBus.streaming()
                .between(2, 1)
                .rate(100_000)
                .arriving(arrivals)
                .lasting(Duration.ofMillis(500));

        List<MessageBusReport> reports = new Wire(bus.spec(), 3, true).run();

        assertAllArrived(reports);
        MessageBusReport sender = reports.getFirst();
        assertThat(sender.out().messages()).isBetween(1L, 600L);
        long lates = HistogramText.decode(sender.openLoop().orElseThrow().lateHistogram())
                .getTotalCount();
        assertThat(lates).isEqualTo(sender.sent().getFirst().messages());
        assertThat(reports.getLast().openLoop()).isEmpty();
    }

    @Test
    void senderThatWasAskedForNoRateTellsNoLateness() throws Exception {
        var bus = TestBus.streaming().between(1, 1);

        assertThat(new Wire(bus.spec(), 2, true).run().getFirst().openLoop()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8})
    void messageThatIsNotDueBeforeTheEndIsNotSent(int threads) throws Exception {
        var bus = TestBus.streaming()
                .between(1, 1)
                .blocking()
                .threads(threads)
                .rate(1000)
                .lasting(Duration.ofMillis(250));
        var earlyNanos = new AtomicLong();
        var wire = new Wire(bus.spec(), 2, true);
        wire.filter = message -> {
            if (isMeasuredMessage(message)) {
                long early = BusHeader.stamp(message, 0) - EpochClock.system().epochNanos();
                earlyNanos.accumulateAndGet(early, Math::max);
            }
            return true;
        };

        List<MessageBusReport> reports = wire.run();

        assertAllArrived(reports);
        // due after 0, 100 and 200 ms
        assertThat(reports.getFirst().out().messages()).isBetween(1L, 3L);
        assertThat(earlyNanos).hasValue(0);
    }

    @Test
    void oneMessageHasNoTimeFromTheFirstToTheLast() throws Exception {
        var bus = TestBus.streaming().between(1, 1).lasting(Duration.ofNanos(1));

        List<MessageBusReport> reports = new Wire(bus.spec(), 2, true).run();

        assertAllArrived(reports);
        assertThat(reports.get(1).received().getFirst().received()).isEqualTo(1);
        assertThat(reports.get(1).firstToLastNanos()).isZero();
    }

    @Test
    void processingThreadsTakeWhatComesAtTheirRate() throws Exception {
        var bus = TestBus.streaming().between(1, 1).processedBy(2, 8, Optional.of(400_000L));

        List<MessageBusReport> reports = new Wire(bus.spec(), 2, true).run();

        assertAllArrived(reports);
        // one thread has all of the one sender, and the rate of both; it may stand still before it has noted the first
        // message
        MessageBusReport receiver = reports.get(1);
        assertThat(receiver.firstToLastNanos())
                .isGreaterThanOrEqualTo((long) (receiver.in().bytes() * 0.8 / 400_000 * 1e9));
    }

    /** They would take cores of the measured part, all the more where they poll. */
    @Test
    void processingThreadsOfTheWarmUpEndBeforeTheMeasuredPart() throws Exception {
        Set<Thread> before = processingThreads();
        MessageBusSpec bus = TestBus.streaming()
                .between(1, 1)
                .processedBy(2, 8, Optional.empty())
                .spec();
        var workload = new MessageBusWorkload(
                new MessageBusSpec(
                        bus.sending(),
                        bus.processing(),
                        bus.duration(),
                        Warmup.NONE,
                        bus.reportInterval(),
                        bus.relay()),
                new WorkloadContext(2, true, (_, _, _) -> {}, (_, _, _, _) -> {}, EpochClock.system()));
        try {
            var role = new Role(1, true);
            workload.warmUp(role, new EndSignal(), LONG);
            workload.prepare(role);

            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(processingThreads())
                            .filteredOn(thread -> !before.contains(thread))
                            .hasSize(2));
        } finally {
            workload.close();
        }
    }

    private static Set<Thread> processingThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("bus-rx-"))
                .collect(Collectors.toSet());
    }

    @Test
    void backlogOfASenderStaysBelowItsBound() throws Exception {
        var bus = TestBus.streaming().between(1, 1).maxBacklog(1000);
        List<MessageBusReport> reports = new Wire(bus.spec(), 2, true).run();

        assertAllArrived(reports);
        assertThat(reports.getFirst().outBacklog().maxBytes()).isLessThanOrEqualTo(1000);
    }

    /** No receipt comes before the sender says that its time is over, and the only sample of the series after that. */
    @Test
    void backlogIsThatOfTheTimeInWhichMembersSend() throws Exception {
        var sent = new CountDownLatch(1);
        var bus = TestBus.streaming().between(1, 1).maxBacklog(100_000).lasting(Duration.ofSeconds(1));
        var wire = new Wire(bus.specReporting(LONG), 2, true);
        wire.filter = message -> {
            long header = BusHeader.header(message, 0);
            boolean measured = BusHeader.phase(header) == BusHeader.MEASURED;
            if (measured && KindedLong.kind(header) == BusHeader.END) {
                sent.countDown();
            }
            if (measured && KindedLong.kind(header) == BusHeader.RECEIPT) {
                sent.await();
            }
            return true;
        };

        List<MessageBusReport> reports = wire.run();

        assertAllArrived(reports);
        assertThat(reports.getFirst().samples()).hasSize(1);
        assertThat(reports.getFirst().outBacklog().meanBytes()).isBetween(50_000L, 100_000L);
        assertThat(reports.getFirst().outBacklog().maxBytes()).isBetween(90_000L, 100_000L);
    }

    @Test
    void backlogThatManyReceiversShareHoldsNoSenderForEver() throws Exception {
        // so few messages go to each that none would be one for which a receipt is asked anyway
        var bus = TestBus.streaming().between(1, 7).timingNone().maxBacklog(10_000);

        List<MessageBusReport> reports = new Wire(bus.spec(), 8, true).run();

        assertAllArrived(reports);
        assertThat(reports.getFirst().out().messages()).isGreaterThan(1000);
    }

    @Test
    void sizesAreSpreadOverTheirRangeAndFlushedTogether() throws Exception {
        var bus = TestBus.streaming().between(1, 1).sizesFrom(20).flushing(7);
        List<MessageBusReport> reports = new Wire(bus.spec(), 2, true).run();

        assertAllArrived(reports);
        var out = reports.getFirst().out();
        assertThat(out.bytes() / out.messages()).isBetween(40L, 80L);
    }

    @Test
    void politeSendersWaitForTheFirstOne() throws Exception {
        var early = new CountDownLatch(1);
        var began = new AtomicBoolean();
        var wire = new Wire(TestBus.streaming().politely().spec(), 3, true);
        wire.filter = message -> {
            boolean first = BusHeader.sender(BusHeader.header(message, 0)) == 0;
            if (isMeasuredMessage(message) && !began.get()) {
                if (first) {
                    // time in which the others would send, did they not wait
                    boolean _ = early.await(100, TimeUnit.MILLISECONDS);
                    began.set(true);
                } else {
                    early.countDown();
                }
            }
            return true;
        };

        List<MessageBusReport> reports = wire.run();

        assertThat(early.getCount()).isEqualTo(1);
        assertAllArrived(reports);
        assertThat(reports).allMatch(report -> report.out().messages() > 0);
    }

    /** A hundred messages a second for a second; the first one comes when half of it is over. */
    @Test
    void politeSenderOwesNothingOfTheTimeInWhichItWaited() throws Exception {
        var neverOpened = new CountDownLatch(1);
        var wire = new Wire(
                TestBus.streaming()
                        .politely()
                        .rate(10_000)
                        .lasting(Duration.ofSeconds(1))
                        .spec(),
                2,
                true);
        wire.filter = message -> {
            if (isMeasuredMessage(message) && BusHeader.sender(BusHeader.header(message, 0)) == 0) {
                if (neverOpened.getCount() > 0) {
                    boolean _ = neverOpened.await(500, TimeUnit.MILLISECONDS);
                    neverOpened.countDown();
                }
            }
            return true;
        };

        MessageBusReport polite = wire.run().get(1);

        assertThat(polite.sent().getFirst().messages()).isBetween(1L, 55L);
    }

    @Test
    void messagesThatGetLostOnTheWayAreCountedAtTheirReceiver() throws Exception {
        var count = new AtomicInteger();
        var bus = TestBus.streaming().between(1, 1).threads(2);
        var wire = new Wire(bus.spec(), 2, false);
        wire.filter = message -> !isMeasuredMessage(message) || count.incrementAndGet() % 10 != 1;

        List<MessageBusReport> reports = wire.run();

        Received received = reports.get(1).received().getFirst();
        assertThat(received.lost()).isPositive();
        assertThat(received.received() + received.lost())
                .isEqualTo(received.expected())
                .isEqualTo(reports.getFirst().sent().getFirst().messages());
        assertThat(received.duplicated() + received.reordered()).isZero();
    }

    @Test
    void lostReceiptDoesNotHoldASenderForEver() throws Exception {
        var lost = new AtomicInteger();
        var bus = TestBus.streaming().between(1, 1).maxBacklog(1000).lasting(Duration.ofSeconds(2));
        var wire = new Wire(bus.spec(), 2, false);
        // without the first two messages nothing that is under way is acknowledged any more
        wire.filter = message -> !isMeasuredMessage(message) || lost.incrementAndGet() > 20;

        List<MessageBusReport> reports = wire.run();

        Received received = reports.get(1).received().getFirst();
        assertThat(received.lost()).isBetween(10L, 20L);
        assertThat(received.received()).isPositive();
    }

    @Test
    void messageThatIsOvertakenCountsAsReorderedAndOneThatComesTwiceAsDuplicated() throws Exception {
        var held = new ArrayList<byte[]>();
        var done = new AtomicBoolean();
        var wire = new Wire(
                TestBus.streaming().between(1, 1).lasting(Duration.ofSeconds(1)).spec(), 2, true);
        wire.filter = message -> {
            if (isMeasuredMessage(message) && !done.get()) {
                held.add(message);
                if (held.size() == 2) {
                    done.set(true);
                    wire.put(1, held.get(1));
                    wire.put(1, held.get(0));
                    wire.put(1, held.get(1));
                }
                return false;
            }
            return true;
        };

        Received received = wire.run().get(1).received().getFirst();

        assertThat(received.reordered()).isEqualTo(1);
        assertThat(received.duplicated()).isEqualTo(1);
        assertThat(received.lost()).isZero();
    }

    @Test
    void memberWhoseOthersSayNothingNamesWhatIsMissing() {
        var alone = new MessageBusWorkload(
                TestBus.streaming().lasting(LONG).spec(),
                new WorkloadContext(3, true, (_, _, _) -> {}, (_, _, _, _) -> {}, EpochClock.system()));

        assertThatThrownBy(() -> alone.warmUp(new Role(1, true), new EndSignal(), Duration.ofMillis(500)))
                .isInstanceOf(OutOfTimeException.class)
                .hasMessageContaining("the warm-up was not done within its time")
                .hasMessageContaining("member 0 did not say that it had sent all")
                .hasMessageContaining("member 2 did not hear that all was sent")
                .hasMessageContaining("responses");
    }

    @Test
    void sendingThatIsRefusedEndsTheWorkloadWithTheReason() {
        var alone = new MessageBusWorkload(
                TestBus.streaming().spec(),
                new WorkloadContext(
                        2,
                        true,
                        (_, _, _) -> {},
                        (_, _, _, _) -> {
                            throw new TransportException("the socket is closed");
                        },
                        EpochClock.system()));

        assertThatThrownBy(() -> alone.warmUp(new Role(0, true), new EndSignal(), LONG))
                .isInstanceOf(WorkloadException.class)
                .hasMessage("sending stopped in the warm-up after 0 messages: the socket is closed");
    }

    private static boolean isMeasuredMessage(byte[] message) {
        long header = BusHeader.header(message, 0);
        return BusHeader.phase(header) == BusHeader.MEASURED
                && switch (KindedLong.kind(header)) {
                    case BusHeader.MESSAGE,
                            BusHeader.MESSAGE_FOR_RECEIPT,
                            BusHeader.REQUEST,
                            BusHeader.AWAITED_REQUEST -> true;
                    default -> false;
                };
    }

    private static void assertAllArrived(List<MessageBusReport> reports) {
        TestBus.assertAllArrived(reports);
        assertThat(reports)
                .allSatisfy(report -> assertThat(report.received()).allMatch(from -> from.ended() && from.lost() == 0));
    }

    /**
     * Delivers what a member sends to one, in order and by one thread for each two members, but for what is dropped.
     */
    private static final class Wire {
        private static final int ROOM = 1000;

        private final List<MessageBusWorkload> members = new ArrayList<>();
        private final Map<Integer, BlockingQueue<byte[]>> ways = new ConcurrentHashMap<>();
        private final ExecutorService threads =
                Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());
        private volatile Filter filter = _ -> true;

        Wire(MessageBusSpec spec, int count, boolean reliable) {
            for (int i = 0; i < count; i++) {
                int from = i;
                members.add(new MessageBusWorkload(
                        spec,
                        new WorkloadContext(
                                count,
                                reliable,
                                (_, _, _) -> {},
                                (to, buffer, offset, length) -> send(from, to, buffer, offset, length),
                                EpochClock.system())));
            }
        }

        private void send(int from, int to, byte[] buffer, int offset, int length) throws TransportException {
            byte[] copy = Arrays.copyOfRange(buffer, offset, offset + length);
            try {
                if (filter.passes(copy)) {
                    way(from, to).put(copy);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new TransportException("interrupted", e);
            }
        }

        private BlockingQueue<byte[]> way(int from, int to) {
            return ways.computeIfAbsent(from * 1000 + to, _ -> {
                var way = new LinkedBlockingQueue<byte[]>(ROOM);
                var _ = threads.submit(() -> {
                    while (true) {
                        put(to, way.take());
                    }
                });
                return way;
            });
        }

        void put(int to, byte[] message) {
            members.get(to).receive(message, 0, message.length);
        }

        List<MessageBusReport> run() throws Exception {
            try {
                return SideBySide.run(members, _ -> true, LONG, MessageBusReport.class);
            } finally {
                threads.shutdownNow();
            }
        }

        private interface Filter {
            boolean passes(byte[] message) throws InterruptedException, TransportException;
        }
    }
}
