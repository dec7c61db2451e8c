package io.jgbench.workload.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.protocol.LatencyFrom;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.rpc.RpcAccounts;
import io.jgbench.coordination.workload.rpc.RpcReport;
import io.jgbench.coordination.workload.rpc.RpcSpec;
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
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RpcWorkloadTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(50);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void everyRequestOfEveryMemberIsAnsweredAndEveryCallServed(int members) throws Exception {
        List<RpcReport> reports = new Wire(spec(1000, LONG), members, Wire::pass).run();

        assertThat(reports).allSatisfy(report -> {
            assertThat(report.requestsDone()).isEqualTo(1000);
            assertThat(report.readsDone()).isBetween(700L, 900L);
            assertThat(report.callsSent())
                    .isEqualTo(report.readsDone() + report.writesDone() * Math.min(2, Math.max(1, members - 1)));
            assertThat(report.callsAnswered()).isEqualTo(report.callsSent());
            assertThat(report.timedOut() + report.failed() + report.answersLate())
                    .isZero();
            assertThat(HistogramText.decode(report.readHistogram()).getTotalCount())
                    .isEqualTo(report.readsDone());
            assertThat(HistogramText.decode(report.writeHistogram()).getTotalCount())
                    .isEqualTo(report.writesDone());
            assertThat(report.samples().getLast().requestsDone()).isEqualTo(1000);
        });
        assertThat(reports.stream().mapToLong(RpcReport::callsServed).sum())
                .isEqualTo(reports.stream().mapToLong(RpcReport::callsSent).sum());
    }

    @Test
    void runOfADurationEndsWithEveryRequestThatWasBegun() throws Exception {
        Duration duration = Duration.ofMillis(200);
        List<RpcReport> reports = new Wire(spec(RunLength.of(duration), Optional.empty()), 3, Wire::pass).run();

        assertThat(reports.stream().mapToLong(RpcReport::requests).sum()).isPositive();
        assertThat(reports).allSatisfy(report -> {
            assertThat(report.requestsDone()).isEqualTo(report.requests());
            assertThat(report.callsAnswered()).isEqualTo(report.callsSent());
        });
    }

    @Test
    void openLoopOfADurationBeginsWhatIsDueBeforeItsEnd() throws Exception {
        // ten callers wait for a request each, of which three are due before the end, and one more may be begun or not
        // where the process stands still for a second then
        List<RpcReport> reports =
                new Wire(spec(RunLength.of(Duration.ofMillis(2500)), Optional.of(1)), 2, Wire::pass).run();

        assertThat(reports).allSatisfy(report -> {
            assertThat(report.requests()).isBetween(2L, 4L);
            assertThat(report.requestsDone()).isEqualTo(report.requests());
        });
    }

    @Test
    void callsThatGetLostAreRequestsThatTimeOut() throws Exception {
        var lost = new AtomicInteger();
        List<RpcReport> reports = new Wire(spec(300, SHORT), 2, (wire, to, message) -> {
                    boolean drop = isAnswer(message)
                            && RpcHeader.phase(RpcHeader.number(KindedLong.read(message, 0))) == RpcHeader.MEASURED
                            && lost.incrementAndGet() % 50 == 0;
                    return !drop;
                })
                .run();

        assertThat(reports).allSatisfy(report -> {
            assertThat(report.timedOut()).isPositive();
            assertThat(report.requestsDone() + report.timedOut()).isEqualTo(300);
            // a pause of the machine may make a request time out whose answer is there
            assertThat(report.callsAnswered()).isBetween(report.callsSent() - report.timedOut(), report.callsSent());
        });
    }

    @Test
    void answerThatComesAfterItsTimeIsLateAndCountsNoMore() throws Exception {
        Queue<byte[]> held = new ConcurrentLinkedQueue<>();
        var wire = new Wire(spec(50, SHORT), 1, (_, _, message) -> {
            if (isAnswer(message)
                    && RpcHeader.phase(RpcHeader.number(KindedLong.read(message, 0))) == RpcHeader.MEASURED
                    && held.isEmpty()) {
                held.add(message);
                return false;
            }
            return true;
        });
        RpcReport before = wire.run().getFirst();

        wire.members.getFirst().receive(held.element(), 0, held.element().length);

        var after = wire.members.getFirst().result().report();
        // a pause of the machine may make more requests time out than the one whose answer is held
        assertThat(before.timedOut()).isPositive();
        assertThat(after.answersLate()).isEqualTo(before.answersLate() + 1);
        assertThat(after.timedOut()).isEqualTo(before.timedOut());
        assertThat(after.requestsDone()).isEqualTo(50 - before.timedOut()).isEqualTo(before.requestsDone());
    }

    /** Whoever watches the time looks now and then only. */
    @ParameterizedTest
    @CsvSource({"0, 0", "1, 10"})
    void answerThatComesAfterTheTimeoutIsTooLateThoughNobodyHasGivenItsRequestUp(long lateNanos, long timedOut)
            throws Exception {
        var now = new AtomicLong(EpochClock.system().epochNanos());
        var spec = new RpcSpec(
                RunLength.of(10), Warmup.of(0), 100, 1, 80, 1, Optional.empty(), LONG, Duration.ofMillis(100));
        var alone = new AtomicReference<RpcWorkload>();
        alone.set(new RpcWorkload(
                spec,
                new WorkloadContext(
                        1,
                        true,
                        (_, _, _) -> {},
                        (_, buffer, offset, length) -> {
                            byte[] message = Arrays.copyOfRange(buffer, offset, offset + length);
                            now.addAndGet(isAnswer(message) ? LONG.toNanos() + lateNanos : 0);
                            alone.get().receive(message, 0, length);
                        },
                        now::get)));

        var role = new Role(0, true);
        alone.get().prepare(role);
        alone.get().run(role, now.get(), LONG);

        RpcReport report = alone.get().result().report();
        assertThat(report.timedOut()).isEqualTo(timedOut);
        assertThat(report.requestsDone()).isEqualTo(10 - timedOut);
        assertThat(RpcAccounts.of(List.of(report)).addUp()).isTrue();
    }

    @Test
    @Timeout(20)
    void callerThatFailsEndsTheRunAtOnceThoughOthersStillWait() {
        var spec = new RpcSpec(
                RunLength.of(LONG), Warmup.of(0), 100, 1, 80, 2, Optional.empty(), LONG, Duration.ofMillis(100));
        var workload = new RpcWorkload(
                spec,
                new WorkloadContext(
                        1,
                        true,
                        (_, _, _) -> {},
                        (_, buffer, offset, _) -> {
                            if (RpcHeader.caller(KindedLong.read(buffer, offset)) == 1) {
                                throw new IllegalStateException("the transport is broken");
                            }
                        },
                        EpochClock.system()));

        assertThatThrownBy(() -> runCold(workload, 0, LONG.multipliedBy(2)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the transport is broken");
    }

    @Test
    void requestThatIsAnsweredAfterTheEndIsNotInTheRate() throws Exception {
        Queue<byte[]> held = new ConcurrentLinkedQueue<>();
        var wire = new Wire(spec(RunLength.of(Duration.ofMillis(500)), Optional.empty()), 1, (_, _, message) -> {
            if (isAnswer(message)
                    && RpcHeader.phase(RpcHeader.number(KindedLong.read(message, 0))) == RpcHeader.MEASURED
                    && held.isEmpty()) {
                held.add(message);
                return false;
            }
            return true;
        });
        try (ExecutorService executor = Executors.newCachedThreadPool()) {
            Future<List<RpcReport>> reports = executor.submit(wire::run);
            var member = wire.members.getFirst();
            await().atMost(LONG)
                    .until(() -> !held.isEmpty() && member.result().report().timedUntilEpochNanos() > 0);
            held.forEach(message -> wire.deliver(0, message));

            RpcReport report = reports.get().getFirst();
            assertThat(report.requestsDone()).isEqualTo(report.requests());
            assertThat(report.timedRequests()).isLessThan(report.requestsDone());
            assertThat(report.timedUntilEpochNanos()).isLessThanOrEqualTo(report.endedAtEpochNanos());
        }
    }

    @Test
    void answerOfAnotherSizeMakesItsRequestFail() throws Exception {
        var cut = new AtomicBoolean();
        List<RpcReport> reports = new Wire(spec(50, LONG), 1, (wire, to, message) -> {
                    long header = KindedLong.read(message, 0);
                    if (KindedLong.kind(header) == RpcHeader.READ_ANSWER
                            && RpcHeader.phase(RpcHeader.number(header)) == RpcHeader.MEASURED
                            && cut.compareAndSet(false, true)) {
                        wire.deliver(to, Arrays.copyOf(message, 20));
                        return false;
                    }
                    return true;
                })
                .run();

        assertThat(reports.getFirst().failed()).isEqualTo(1);
        assertThat(reports.getFirst().requestsDone()).isEqualTo(49);
    }

    @Test
    void callThatCannotBeSentIsARequestThatFailed() throws Exception {
        var workload = new RpcWorkload(
                coldSpec(10, LONG),
                new WorkloadContext(
                        1,
                        true,
                        (_, _, _) -> {},
                        (_, _, _, _) -> {
                            throw new TransportException("the socket is closed");
                        },
                        EpochClock.system()));

        runCold(workload, 0, LONG);

        assertThat(workload.result().report().failed()).isEqualTo(10);
    }

    @Test
    void memberGoesOnServingUntilTheSlowestHasMadeItsRequests() throws Exception {
        var go = new CountDownLatch(1);
        var wire = new Wire(coldSpec(200, LONG), 2, (_, to, message) -> {
            // member 1 does not get its answers for a while
            if (to == 1 && isAnswer(message)) {
                go.await();
            }
            return true;
        });
        try (ExecutorService executor = Executors.newCachedThreadPool()) {
            Future<List<RpcReport>> reports = executor.submit(wire::run);
            await().atMost(LONG).until(() -> wire.members.getFirst().progress().done() == 200);

            assertThat(reports.isDone()).isFalse();
            go.countDown();

            assertThat(reports.get()).allMatch(report -> report.requestsDone() == 200);
        }
    }

    @Test
    void farewellsThatGetLostAreSaidAgain() throws Exception {
        var lost = new AtomicInteger();
        List<RpcReport> reports = new Wire(
                        spec(20, LONG),
                        3,
                        (_, _, message) -> KindedLong.kind(KindedLong.read(message, 0)) < RpcHeader.DONE
                                || lost.incrementAndGet() > 10)
                .run();

        assertThat(reports).allMatch(report -> report.requestsDone() == 20);
    }

    @Test
    void memberWhoseOthersNeverFinishSaysWhoTheyAre() {
        var alone = new RpcWorkload(
                coldSpec(1, SHORT),
                new WorkloadContext(3, false, (_, _, _) -> {}, (_, _, _, _) -> {}, EpochClock.system()));

        assertThatThrownBy(() -> runCold(alone, 1, Duration.ofMillis(500)))
                .isInstanceOf(OutOfTimeException.class)
                .hasMessageContaining("members [0, 2] did not say in time");
    }

    @Test
    void memberThatGetsNoAnswersAtAllFailsAtItsDeadlineWithItsCounts() {
        var alone = new RpcWorkload(
                coldSpec(1000, LONG),
                new WorkloadContext(2, true, (_, _, _) -> {}, (_, _, _, _) -> {}, EpochClock.system()));

        assertThatThrownBy(() -> runCold(alone, 0, SHORT))
                .isInstanceOf(OutOfTimeException.class)
                .hasMessage(
                        "the workload was not done within 50 ms: 0 of 1000 requests had ended, 0 of them timed out");
    }

    @Test
    void openLoopCountsTheStallOfOneRequestInThoseThatShouldHaveBegunMeanwhile() throws Exception {
        var stalled = new AtomicBoolean();
        var spec = new RpcSpec(
                RunLength.of(50), Warmup.of(0), 100, 1, 100, 1, Optional.of(100), LONG, Duration.ofSeconds(1));
        try (ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor()) {
            List<RpcReport> reports = new Wire(spec, 1, (wire, to, message) -> {
                        if (isAnswer(message) && stalled.compareAndSet(false, true)) {
                            var _ = later.schedule(() -> wire.deliver(to, message), 300, TimeUnit.MILLISECONDS);
                            return false;
                        }
                        return true;
                    })
                    .run();

            var histogram = HistogramText.decode(reports.getFirst().readHistogram());
            long waitedLong = histogram.getCountBetweenValues(100_000_000L, histogram.getMaxValue());
            // of those at 0, 10, 20 ... 190 ms each waited for 100 ms at the least
            assertThat(waitedLong).isGreaterThanOrEqualTo(20);
            assertThat(reports.getFirst().latencyFrom()).isEqualTo(LatencyFrom.INTENDED_SEND);
        }
    }

    @Test
    void openLoopThatIsHeldUpWhenItsTimeEndsHasNotKeptItsRate() throws Exception {
        var answers = new AtomicInteger();
        var spec = new RpcSpec(
                RunLength.of(Duration.ofMillis(500)),
                Warmup.of(0),
                100,
                1,
                100,
                1,
                Optional.of(100),
                LONG,
                Duration.ofSeconds(1));
        try (ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor()) {
            List<RpcReport> reports = new Wire(spec, 1, (wire, to, message) -> {
                        if (isAnswer(message) && answers.incrementAndGet() == 10) {
                            var _ = later.schedule(() -> wire.deliver(to, message), 2, TimeUnit.SECONDS);
                            return false;
                        }
                        return true;
                    })
                    .run();

            var loop = reports.getFirst().openLoop().orElseThrow();
            // the request after the one that waits was due at 100 ms, and time was over at 500 ms
            assertThat(loop.keptShare()).isBetween(0.1, 0.3);
            assertThat(loop.tookNanos()).isLessThan(1_500_000_000L);
        }
    }

    @Test
    void messagesOfStrangersAreIgnored() {
        var workload = new RpcWorkload(
                spec(10, LONG), new WorkloadContext(2, true, (_, _, _) -> {}, (_, _, _, _) -> {}, EpochClock.system()));
        byte[] message = new byte[108];
        for (long header : new long[] {-1, 0, RpcHeader.of(RpcHeader.READ, 5, 0, 0, -1), RpcHeader.of(5, 9, 0, 0, 0)}) {
            KindedLong.write(message, 0, header);
            workload.receive(message, 0, 8);
            workload.receive(message, 0, 108);
            workload.receive(message, 0, 7);
        }

        assertThat(workload.result().report().callsServed()).isZero();
        assertThat(workload.progress().done()).isZero();
    }

    private static boolean isAnswer(byte[] message) {
        int kind = KindedLong.kind(KindedLong.read(message, 0));
        return kind == RpcHeader.READ_ANSWER || kind == RpcHeader.WRITE_ANSWER;
    }

    private static void runCold(RpcWorkload workload, int index, Duration timeout)
            throws WorkloadException, InterruptedException {
        var role = new Role(index, true);
        workload.warmUp(role, new EndSignal(), LONG);
        workload.prepare(role);
        workload.run(role, EpochClock.system().epochNanos(), timeout);
    }

    private static RpcSpec coldSpec(long requests, Duration timeout) {
        return new RpcSpec(
                RunLength.of(requests),
                Warmup.of(0),
                100,
                2,
                80,
                10,
                Optional.empty(),
                timeout,
                Duration.ofMillis(100));
    }

    private static RpcSpec spec(long requests, Duration timeout) {
        return spec(RunLength.of(requests), Optional.empty(), timeout);
    }

    private static RpcSpec spec(RunLength length, Optional<Integer> targetRate) {
        return spec(length, targetRate, LONG);
    }

    private static RpcSpec spec(RunLength length, Optional<Integer> targetRate, Duration timeout) {
        return new RpcSpec(
                length,
                Warmup.of(targetRate.isPresent() ? 0 : 50),
                100,
                2,
                80,
                10,
                targetRate,
                timeout,
                Duration.ofMillis(100));
    }

    /** Delivers at once what a member sends to one, in the sending thread, but for what is dropped. */
    private static final class Wire {
        private final List<RpcWorkload> members = new ArrayList<>();
        private final Filter filter;

        Wire(RpcSpec spec, int count, Filter filter) {
            this.filter = filter;
            for (int i = 0; i < count; i++) {
                members.add(new RpcWorkload(
                        spec, new WorkloadContext(count, true, (_, _, _) -> {}, this::send, EpochClock.system())));
            }
        }

        static boolean pass(Wire wire, int to, byte[] message) {
            return true;
        }

        private void send(int to, byte[] buffer, int offset, int length) throws TransportException {
            byte[] copy = Arrays.copyOfRange(buffer, offset, offset + length);
            try {
                if (filter.passes(this, to, copy)) {
                    deliver(to, copy);
                }
            } catch (InterruptedException e) {
                throw new TransportException("interrupted", e);
            }
        }

        void deliver(int to, byte[] message) {
            members.get(to).receive(message, 0, message.length);
        }

        List<RpcReport> run() throws Exception {
            return SideBySide.run(members, _ -> true, LONG, RpcReport.class);
        }

        /** Without a warm-up. */
        private interface Filter {
            boolean passes(Wire wire, int to, byte[] message) throws InterruptedException;
        }
    }
}
