package io.jgbench.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.control.MemberCallException;
import io.jgbench.coordination.control.MemberCallException.Kind;
import io.jgbench.coordination.protocol.ArmRequest;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberFailure;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberState;
import io.jgbench.coordination.protocol.StartRequest;
import io.jgbench.coordination.protocol.StartState;
import io.jgbench.coordination.protocol.WithdrawRequest;
import io.jgbench.coordination.workload.registry.Workloads;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class MemberTest {
    private static final long FOR_EVER = 4_000_000_000L;

    @Test
    void membersLiveFromJoiningToTheirReports() throws Exception {
        try (var run = new TestRun(3)) {
            run.joinAll(1000);
            run.armAll();
            run.startAll();
            run.awaitAll(MemberPhase.REPORTED);
            for (int i = 0; i < 3; i++) {
                MemberReport report = run.clients.get(i).report();
                assertThat(report.partial()).isFalse();
                assertThat(report.member()).isEqualTo("m" + i);
                var multicast = Workloads.MULTICAST.own(report.workload());
                assertThat(multicast.sender()).isEqualTo(i == 0);
                assertThat(multicast.receivedMessages()).isEqualTo(1000);
                assertThat(multicast.expectedMessages()).isEqualTo(1000);
                assertThat(report.counters()).containsEntry(Counters.VIEW_CHANGES, 0L);
                assertThat(report.host()).containsKeys("jdk", "gc", "cpus", "interface", "transport");
            }
            assertThat(run.clients.getFirst().report().workload().histograms().get("loopback"))
                    .isNotEmpty();
        }
    }

    @Test
    void transportRehearsesUntilTheWarmUpIsOver() throws Exception {
        try (var run = new TestRun(1)) {
            run.joinAll(10);
            assertThat(run.cluster.rehearsals()).isEmpty();

            run.armAll();

            assertThat(run.cluster.rehearsals()).containsExactly("begun", "ended");
        }
    }

    @Test
    void heapThatAThreadOfTheTransportFindsFullFailsTheMember() throws Exception {
        try (var run = new TestRun(1)) {
            run.joinAll(10);

            run.members.getFirst().ended(Thread.currentThread(), new OutOfMemoryError("on purpose"));

            run.awaitAll(MemberPhase.FAILED);
            assertThat(run.clients.getFirst().state().failure().orElseThrow().kind())
                    .isEqualTo(MemberFailure.Kind.OUT_OF_HEAP);
        }
    }

    @Test
    void heapThatTheTransportTellsFullIsTheReasonAndNotThatOthersAreLostThen() throws Exception {
        try (var run = new TestRun(2)) {
            run.joinAll(10);

            run.cluster.endThreadOf("m0", new OutOfMemoryError("on purpose"));
            run.cluster.remove("m1");

            assertThat(run.await(0, MemberPhase.FAILED).failure().map(MemberFailure::kind))
                    .hasValue(MemberFailure.Kind.OUT_OF_HEAP);
        }
    }

    @Test
    void reportIsKeptUntilTheMemberIsStopped() throws Exception {
        try (var run = new TestRun(1)) {
            run.joinAll(10);
            run.armAll();
            run.startAll();
            run.awaitAll(MemberPhase.REPORTED);
            MemberReport first = run.clients.getFirst().report();
            assertThat(run.clients.getFirst().report()).isEqualTo(first);
            assertThat(run.members.getFirst().awaitStop(Duration.ZERO)).isFalse();
            run.clients.getFirst().stop();
            assertThat(run.members.getFirst().awaitStop(TestRun.PATIENCE)).isTrue();
        }
    }

    @Test
    void workloadBeginsAtTheInstantOnTheMembersOwnClock() throws Exception {
        try (var run = new TestRun(0)) {
            long shift = Duration.ofHours(1).toNanos();
            run.add("m0", () -> TestRun.CLOCK.epochNanos() + shift);
            run.joinAll(10);
            run.armAll();
            long instant = TestRun.CLOCK.epochNanos() + Duration.ofMillis(300).toNanos();
            run.clients.getFirst().start(new StartRequest(1, instant, new ClockOffset(shift, 0), TestRun.PATIENCE));
            run.awaitAll(MemberPhase.REPORTED);
            assertThat(run.clients.getFirst().report().beganAtEpochNanos())
                    .isBetween(instant + shift, instant + shift + TestRun.PATIENCE.toNanos());
        }
    }

    @Test
    void measuredClockOffsetIsRightWithinItsErrorBound() throws Exception {
        try (var run = new TestRun(0)) {
            long shift = -Duration.ofSeconds(7).toNanos();
            run.add("m0", () -> TestRun.CLOCK.epochNanos() + shift);
            ClockOffset measured = run.clients.getFirst().measureClock().offset();
            assertThat(measured.errorNanos()).isPositive();
            assertThat(Math.abs(measured.offsetNanos() - shift)).isLessThanOrEqualTo(measured.errorNanos());
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void clockOfAMemberOnTheSameHostIsKnownExactly() throws Exception {
        try (var run = new TestRun(0)) {
            run.add("m0", EpochClock.system());
            assertThat(run.clients.getFirst().measureClock().offset().errorNanos())
                    .isZero();
        }
    }

    @Test
    void memberThatLeavesDuringTheRunFailsTheOthersWithItsName() throws Exception {
        try (var run = new TestRun(3)) {
            run.joinAll(FOR_EVER);
            run.armAll();
            run.startAll();
            run.awaitAll(MemberPhase.RUNNING);
            run.cluster.remove("m2");
            MemberState state = run.await(0, MemberPhase.FAILED);
            assertThat(state.failure())
                    .hasValue(new MemberFailure(
                            MemberFailure.Kind.OTHER_LEFT, "m2 left the cluster while running: view is now [m0, m1]"));
            MemberReport report = run.clients.getFirst().report();
            assertThat(report.partial()).isTrue();
            assertThat(report.failure()).isEqualTo(state.failure().map(MemberFailure::message));
            assertThat(report.counters()).containsEntry(Counters.VIEW_CHANGES, 1L);
        }
    }

    @Test
    void memberThatRunsReportsWhatItHasAsAPartAndRunsOn() throws Exception {
        try (var run = new TestRun(1)) {
            run.joinAll(FOR_EVER);
            run.armAll();
            run.startAll();
            run.await(0, MemberPhase.RUNNING);
            MemberReport report = run.clients.getFirst().report();
            assertThat(report.partial()).isTrue();
            assertThat(report.failure()).hasValue("its workload was not over when the report was asked for");
            assertThat(run.clients.getFirst().state().phase()).isEqualTo(MemberPhase.RUNNING);
        }
    }

    @Test
    void memberThatLeavesAfterTheReportFailsNobody() throws Exception {
        try (var run = new TestRun(2)) {
            run.joinAll(10);
            run.armAll();
            run.startAll();
            run.awaitAll(MemberPhase.REPORTED);
            run.cluster.remove("m1");
            assertThat(run.clients.getFirst().state().phase()).isEqualTo(MemberPhase.REPORTED);
        }
    }

    @Test
    void transportThatFailsFailsItsMember() throws Exception {
        try (var run = new TestRun(2)) {
            run.joinAll(10);
            run.cluster.failTransportOf("m1", "its socket was closed");
            assertThat(run.await(1, MemberPhase.FAILED).failure().map(MemberFailure::message))
                    .hasValue("the transport failed: its socket was closed");
        }
    }

    @Test
    void memberThatDoesNotSeeAllInTimeNamesThoseMissing() throws Exception {
        try (var run = new TestRun(3)) {
            run.clients.get(0).join(run.join(0, 10, Duration.ofMillis(300)));
            assertThat(run.await(0, MemberPhase.FAILED).failure().map(MemberFailure::message))
                    .hasValue("not all members joined within 300 ms: m1, m2 not seen; the view is [m0]");
        }
    }

    @Test
    void startThatHasPassedIsNotTakenAndALaterOneIs() throws Exception {
        try (var run = new TestRun(1)) {
            run.joinAll(10);
            run.armAll();
            long past = TestRun.CLOCK.epochNanos() - Duration.ofSeconds(2).toNanos();
            var client = run.clients.getFirst();
            MemberState late = client.start(TestRun.start(1, past, TestRun.PATIENCE));
            assertThat(late.phase()).isEqualTo(MemberPhase.ARMED);
            assertThat(late.start()).isEqualTo(new StartState(1, false));

            long instant = TestRun.CLOCK.epochNanos() + Duration.ofMillis(300).toNanos();
            assertThat(client.start(TestRun.start(2, instant, TestRun.PATIENCE)).start())
                    .isEqualTo(new StartState(2, true));

            run.await(0, MemberPhase.REPORTED);
            assertThat(client.report().partial()).isFalse();
        }
    }

    @Test
    void startThatIsWithdrawnDoesNotBeginAndALaterOneDoes() throws Exception {
        try (var run = new TestRun(1)) {
            run.joinAll(10);
            run.armAll();
            var client = run.clients.getFirst();
            long first = TestRun.CLOCK.epochNanos() + Duration.ofMillis(300).toNanos();
            client.start(TestRun.start(1, first, TestRun.PATIENCE));

            MemberState withdrawn = client.withdraw(new WithdrawRequest(1));
            assertThat(withdrawn.phase()).isEqualTo(MemberPhase.ARMED);
            assertThat(withdrawn.start()).isEqualTo(new StartState(1, false));
            long second = first + Duration.ofMillis(300).toNanos();
            client.start(TestRun.start(2, second, TestRun.PATIENCE));

            run.await(0, MemberPhase.REPORTED);
            assertThat(client.report().beganAtEpochNanos()).isGreaterThanOrEqualTo(second);
        }
    }

    @Test
    void startThatComesAfterItsWithdrawalIsNotTaken() throws Exception {
        try (var run = new TestRun(1)) {
            run.joinAll(10);
            run.armAll();
            var client = run.clients.getFirst();
            client.withdraw(new WithdrawRequest(1));

            long instant = TestRun.CLOCK.epochNanos() + Duration.ofMinutes(1).toNanos();
            MemberState late = client.start(TestRun.start(1, instant, TestRun.PATIENCE));

            assertThat(late.start()).isEqualTo(new StartState(1, false));
        }
    }

    @Test
    void memberThatHasBegunDoesNotTakeThatBack() throws Exception {
        try (var run = new TestRun(1)) {
            run.joinAll(FOR_EVER);
            run.armAll();
            run.startAll();
            run.await(0, MemberPhase.RUNNING);

            MemberState state = run.clients.getFirst().withdraw(new WithdrawRequest(1));

            assertThat(state.phase()).isEqualTo(MemberPhase.RUNNING);
            assertThat(state.start()).isEqualTo(new StartState(1, true));
        }
    }

    @Test
    void warmUpThatIsStuckFailsAtItsDeadline() throws Exception {
        try (var run = new TestRun(1)) {
            run.joinAll(10);
            run.cluster.blockSenders();
            run.clients.getFirst().arm(new ArmRequest(Duration.ofMillis(100)));
            assertThat(run.await(0, MemberPhase.FAILED).failure().orElseThrow().message())
                    .startsWith("the warm-up was not over within 100 ms");
        }
    }

    @Test
    void workloadThatIsStuckFailsAtItsDeadlineWithItsProgress() throws Exception {
        try (var run = new TestRun(1)) {
            run.joinAll(10);
            run.armAll();
            run.cluster.blockSenders();
            long instant = TestRun.CLOCK.epochNanos() + Duration.ofMillis(300).toNanos();
            run.clients.getFirst().start(TestRun.start(instant, Duration.ofMillis(100)));
            assertThat(run.await(0, MemberPhase.FAILED).failure().map(MemberFailure::message))
                    .hasValue("the workload was not over within 100 ms: 0 of 10 messages were done");
            assertThat(run.clients.getFirst().report().partial()).isTrue();
        }
    }

    @Test
    void repeatedRequestsAreHarmless() throws Exception {
        try (var run = new TestRun(1)) {
            var client = run.clients.getFirst();
            run.joinAll(10);
            assertThat(client.join(run.join(0, 10, Duration.ofSeconds(1))).phase())
                    .isEqualTo(MemberPhase.JOINED);
            run.armAll();
            assertThat(client.arm(new ArmRequest(Duration.ofSeconds(1))).phase())
                    .isEqualTo(MemberPhase.ARMED);
            var start = TestRun.start(TestRun.CLOCK.epochNanos() + 300_000_000, TestRun.PATIENCE);
            client.start(start);
            run.awaitAll(MemberPhase.REPORTED);
            assertThat(client.start(start).phase()).isEqualTo(MemberPhase.REPORTED);
            client.stop();
            assertThat(client.stop().phase()).isEqualTo(MemberPhase.REPORTED);
        }
    }

    @Test
    void otherRequestThanTheFirstIsRefused() throws Exception {
        try (var run = new TestRun(1)) {
            run.joinAll(10);
            assertRefused(
                    () -> run.clients.getFirst().join(run.join(0, 11, TestRun.PATIENCE)),
                    "already asked to join, with different values");
            run.armAll();
            long instant = TestRun.CLOCK.epochNanos() + Duration.ofMinutes(1).toNanos();
            run.clients.getFirst().start(TestRun.start(instant, TestRun.PATIENCE));
            assertRefused(
                    () -> run.clients.getFirst().start(TestRun.start(instant + 1, TestRun.PATIENCE)),
                    "already asked to start");
        }
    }

    @Test
    void requestsOutOfOrderAreRefusedWithThePhase() throws Exception {
        try (var run = new TestRun(1)) {
            var client = run.clients.getFirst();
            assertRefused(() -> client.arm(new ArmRequest(TestRun.PATIENCE)), "m0 cannot arm, it is CREATED");
            assertRefused(() -> client.start(TestRun.start(0, TestRun.PATIENCE)), "m0 cannot start, it is CREATED");
            assertRefused(() -> client.withdraw(new WithdrawRequest(1)), "m0 cannot withdraw a start, it is CREATED");
            assertRefused(client::report, "m0 has no report yet, it is CREATED");
        }
    }

    @Test
    void memberRefusesToJoinInAnothersPlace() throws Exception {
        try (var run = new TestRun(2)) {
            assertRefused(
                    () -> run.clients.get(0).join(run.join(1, 10, TestRun.PATIENCE)),
                    "this is m0, asked to join as m1");
        }
    }

    private static void assertRefused(ThrowingCallable call, String why) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        MemberCallException.class, e -> assertThat(e.kind()).isEqualTo(Kind.REFUSED))
                .hasMessageContaining(why);
    }
}
