package io.jgbench.coordination.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.api.v1alpha1.StatusFinding;
import io.jgbench.api.v1alpha1.StatusWindow;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.result.Link;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunFailure;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.result.TestReport;
import io.jgbench.coordination.result.TestRun;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.spec.FlowWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatusOfTest {
    private static final Instant NOW = Instant.parse("2026-11-01T10:00:06Z");

    @Test
    void validRunHasPassed() {
        var status = status(TestRun.of(2, 2, whole(0), whole(1))
                .clock(1, -200_400, 10_000)
                .link(Link.ethernet(1_000_000_000, 1500))
                .result());
        assertThat(status.conditions())
                .extracting(StatusCondition::type, StatusCondition::status, StatusCondition::reason)
                .containsExactly(
                        tuple("MembersReady", Status.TRUE, "AllArmed"),
                        tuple("Started", Status.TRUE, "Released"),
                        tuple("ResultsCollected", Status.TRUE, "AllReported"),
                        tuple("Valid", Status.TRUE, "NothingInvalidates"),
                        tuple("Finished", Status.TRUE, "Completed"),
                        tuple("Succeeded", Status.TRUE, "Passed"));
        assertThat(status.conditions())
                .extracting(StatusCondition::lastTransitionTime)
                .containsOnly("2026-11-01T10:00:06Z");
        assertThat(status.summary().throughput()).isEqualTo("20.0 MB/s");
        assertThat(status.summary().messagesPerSecond()).isEqualTo(20_000);
        assertThat(status.summary().bytesPerSecond()).isEqualTo(20_000_000);
        assertThat(status.summary().clusterMessagesPerSecond()).isEqualTo(40_000);
        assertThat(status.summary().limitBytesPerSecond()).isBetween(230_000_000L, 250_000_000L);
        assertThat(status.summary().efficiencyPermille()).isBetween(80, 90);
        assertThat(status.startSkewMicros()).isEqualTo(201);
        assertThat(status.startSkewErrorMicros()).isEqualTo(10);
        assertThat(status.progressPercent()).isEqualTo(100);
        assertThat(status.stack()).isEqualTo("raw jgroups");
        assertThat(status.members().reported()).isEqualTo(2);
        assertThat(status.members().lost()).isZero();
    }

    @Test
    void windowStandsInTheStatusWithItsReason() {
        var window = FlowWindow.fixed(500_000, "as stack.window has it");

        assertThat(status(TestRun.of(2, 2, whole(0), whole(1)).window(window).result())
                        .window())
                .isEqualTo(new StatusWindow(500_000L, "as stack.window has it"));
        assertThat(status(TestRun.of(2, 2, whole(0), whole(1)).result()).window())
                .isNull();
    }

    @Test
    void runThatFinishedWithLossesIsInvalidAndNotFailed() {
        var status = status(TestRun.of(2, 2, whole(0).lost(1, 5), whole(1)).result());
        assertThat(reason(status, ConditionType.VALID)).isEqualTo("MessagesMissing");
        assertThat(reason(status, ConditionType.SUCCEEDED)).isEqualTo("Invalid");
        assertThat(reason(status, ConditionType.FINISHED)).isEqualTo("Completed");
        assertThat(status.summary().messagesLost()).isEqualTo(5);
        assertThat(status.perMember().getFirst().messagesLost()).isEqualTo(5);
        assertThat(status.findings().getFirst().severity()).isEqualTo(Severity.INVALID);
    }

    @Test
    void runThatLostAMemberNamesItAndHasNoFigures() {
        var status = status(TestRun.of(2, 2, whole(0).failed("it was stopped."))
                .failed(new RunFailure(FailureReason.MEMBER_LOST, RunPhase.RUNNING, "member-1 was lost."))
                .result());
        assertThat(status.summary()).isNull();
        assertThat(reason(status, ConditionType.MEMBERS_READY)).isEqualTo("AllArmed");
        assertThat(reason(status, ConditionType.RESULTS_COLLECTED)).isEqualTo("MemberLost");
        assertThat(reason(status, ConditionType.VALID)).isEqualTo("MemberLost");
        assertThat(reason(status, ConditionType.SUCCEEDED)).isEqualTo("Failed");
        assertThat(status.members().lost()).isEqualTo(1);
        assertThat(status.perMember().getFirst().partial()).isTrue();
        assertThat(status.perMember().getLast().messagesReceived()).isNull();
    }

    @Test
    void runWhoseMembersNeverMetIsNotReady() {
        var status = status(TestRun.of(2, 2)
                .failed(new RunFailure(
                        FailureReason.VIEW_INCOMPLETE, RunPhase.JOINING, "member-1 was not seen by member-0."))
                .result());
        assertThat(reason(status, ConditionType.MEMBERS_READY)).isEqualTo("ViewIncomplete");
        assertThat(reason(status, ConditionType.STARTED)).isEqualTo("NotReleased");
        assertThat(status.members().joined()).isNull();
    }

    @Test
    void membersBeganTogetherWhereTheSkewIsKnownAndWithinItsLimit() {
        var together = TestRun.of(2, 2, whole(0), whole(1)).result();

        assertThat(started(status(together)))
                .isEqualTo("True Released: All members began together, within start.maxSkew.");
    }

    @Test
    void skewThatMayBeAboveItsLimitIsToldWithTheStart() {
        var mayBeApart = TestRun.of(
                        2,
                        2,
                        whole(0),
                        whole(1).beganAt(TestReport.BEGAN + Duration.ofMillis(9).toNanos()))
                .clock(0, 0, Duration.ofMillis(2).toNanos())
                .result();

        assertThat(started(status(mayBeApart)))
                .isEqualTo("True Released: The members began 9.000 ms apart (+/- 2.000 ms), which may be more than the"
                        + " 10.000 ms that start.maxSkew allows.");
    }

    @Test
    void startIsToldWithoutItsSkewWhereAMemberLeftNoReportInAnyRepetition() {
        var lost = TestRun.of(2, 2, whole(0).failed("it was stopped."))
                .failed(new RunFailure(FailureReason.MEMBER_LOST, RunPhase.RUNNING, "member-1 was lost."))
                .result();
        var together = TestRun.of(2, 2, whole(0), whole(1)).result();

        for (var runs : List.of(List.of(lost), List.of(together, lost))) {
            assertThat(started(StatusOf.status(RepetitionsResult.of(runs), NOW)))
                    .isEqualTo("True Released: The start was given out to all members; when each began is not known.");
        }
    }

    @Test
    void cancelledRunIsFinishedAsCancelled() {
        var status = status(TestRun.of(1, 1)
                .failed(new RunFailure(FailureReason.CANCELLED, RunPhase.RUNNING, "The run was cancelled."))
                .result());
        assertThat(reason(status, ConditionType.FINISHED)).isEqualTo("Cancelled");
    }

    @Test
    void repetitionWhoseMembersNeverMetIsToldBesideOneThatLostAMember() {
        var lost = TestRun.of(2, 2, whole(0).failed("it was stopped."))
                .failed(new RunFailure(FailureReason.MEMBER_LOST, RunPhase.RUNNING, "member-1 was lost."))
                .result();
        var unmet = TestRun.of(2, 2)
                .failed(new RunFailure(
                        FailureReason.VIEW_INCOMPLETE, RunPhase.JOINING, "member-1 was not seen by member-0."))
                .result();

        for (var runs : List.of(List.of(lost, unmet), List.of(unmet, lost))) {
            var status = StatusOf.status(RepetitionsResult.of(runs), NOW);
            assertThat(status.condition(ConditionType.MEMBERS_READY)).hasValueSatisfying(ready -> {
                assertThat(ready.status()).isEqualTo(Status.FALSE);
                assertThat(ready.message()).isEqualTo("member-1 was not seen by member-0.");
            });
            assertThat(reason(status, ConditionType.STARTED)).isEqualTo("NotReleased");
        }
    }

    @Test
    void cancellationOfALaterRepetitionIsToldBesideOneThatLostAMember() {
        var lost = TestRun.of(1, 1)
                .failed(new RunFailure(FailureReason.MEMBER_LOST, RunPhase.RUNNING, "member-0 was lost."))
                .result();
        var cancelled = TestRun.of(1, 1)
                .failed(new RunFailure(FailureReason.CANCELLED, RunPhase.RUNNING, "The run was cancelled."))
                .result();

        var status = StatusOf.status(RepetitionsResult.of(List.of(lost, cancelled)), NOW);

        assertThat(status.condition(ConditionType.FINISHED)).hasValueSatisfying(finished -> {
            assertThat(finished.reason()).isEqualTo("Cancelled");
            assertThat(finished.message()).isEqualTo("The run was cancelled.");
        });
    }

    @Test
    void repetitionsShowTheMedianOneAndTheSpread() {
        var status = StatusOf.status(RepetitionsResult.of(List.of(taking(1000), taking(500), taking(800))), NOW);
        assertThat(status.summary().messagesPerSecond()).isEqualTo(12_500);
        assertThat(status.summary().repetitions()).isEqualTo(3);
        assertThat(status.summary().repetitionSpreadPermille()).isEqualTo(800);
    }

    @Test
    void repetitionThatIsNotValidMakesTheRunInvalidAndIsNumbered() {
        var invalid =
                TestRun.of(1, 1, TestReport.whole(0, 1, 10_000).lost(0, 5)).result();
        var status = StatusOf.status(RepetitionsResult.of(List.of(taking(1000), invalid)), NOW);
        assertThat(reason(status, ConditionType.SUCCEEDED)).isEqualTo("Invalid");
        assertThat(status.findings().getFirst().message()).startsWith("Repetition 2: 5 of 10,000 messages");
    }

    @Test
    void findingsGoFromGraveToLightAndStayWithinTheirBounds() {
        var reports = new TestReport[200];
        for (int index = 0; index < reports.length; index++) {
            reports[index] = TestReport.whole(index, 1, 10_000)
                    .counter(Counters.FLOW_CONTROL_BLOCKS, 1)
                    .counter(Counters.VIEW_CHANGES, 1);
        }
        var status = status(TestRun.of(200, 1, reports).result());
        assertThat(status.findings())
                .extracting(StatusFinding::severity)
                .containsExactly(Severity.INVALID, Severity.INFO);
        assertThat(status.findings())
                .allSatisfy(
                        finding -> assertThat(finding.message()).hasSize(1024).endsWith("..."));
    }

    private static BenchmarkRunStatus status(RunResult run) {
        return StatusOf.status(RepetitionsResult.of(List.of(run)), NOW);
    }

    private static String started(BenchmarkRunStatus status) {
        var started = status.condition(ConditionType.STARTED).orElseThrow();
        return (started.status() == Status.TRUE ? "True " : "not true ") + started.reason() + ": " + started.message();
    }

    private static String reason(BenchmarkRunStatus status, ConditionType type) {
        return status.condition(type).orElseThrow().reason();
    }

    private static TestReport whole(int index) {
        return TestReport.whole(index, 2, 10_000);
    }

    private static RunResult taking(long millis) {
        return TestRun.of(1, 1, TestReport.whole(0, 1, 10_000).in(Duration.ofMillis(millis)))
                .result();
    }
}
