package io.jgbench.coordination.workload.multicast;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.Link;
import io.jgbench.coordination.result.TestReport;
import io.jgbench.coordination.result.TestRun;
import io.jgbench.coordination.spec.FlowWindow;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/**
 * Two members send 10,000 messages of 1000 bytes each in one second, which is 8 % of a link of 1 Gbit/s in each
 * direction.
 */
class WindowBoundTest {
    private static final Link GIGABIT = Link.ethernet(1_000_000_000, 1500);
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final FlowWindow SMALL = window(125_000, OptionalLong.of(1_250_000));

    @Test
    void sendersThatWaitMostOfTheTimeBeforeAnIdleLineMayBeBoundByASmallWindow() {
        Finding finding =
                bound(run(SECOND * 9 / 10).link(GIGABIT).window(SMALL)).orElseThrow();

        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.evidence())
                .contains("member-0 90 %, member-1 90 %", "of the wire limit", "125,000 bytes: by a test", "1,250,000");
    }

    @Test
    void sendersThatSeldomWaitAreNotBoundByTheWindow() {
        assertThat(bound(run(SECOND / 3).link(GIGABIT).window(SMALL))).isEmpty();
    }

    @Test
    void windowThatFillsMostOfTheRoomIsNotBlamed() {
        FlowWindow large = window(700_000, OptionalLong.of(1_250_000));

        assertThat(bound(run(SECOND).link(GIGABIT).window(large))).isEmpty();
    }

    @Test
    void lineThatIsNearlyFullIsTheBoundItself() {
        assertThat(bound(run(SECOND).link(Link.ethernet(90_000_000, 1500)).window(SMALL)))
                .isEmpty();
    }

    @Test
    void nothingIsSaidWhereLineOrRoomIsNotKnown() {
        assertThat(bound(run(SECOND).window(SMALL))).isEmpty();
        assertThat(bound(run(SECOND).link(GIGABIT).window(window(125_000, OptionalLong.empty()))))
                .isEmpty();
        assertThat(bound(run(SECOND).link(GIGABIT))).isEmpty();
    }

    @Test
    void nothingIsSaidWhereAHostHasNoCpuTimeLeft() {
        var busy = TestReport.whole(1, 2, 10_000)
                .counter(Counters.FLOW_CONTROL_BLOCKED_NANOS, SECOND)
                .counter(Counters.HOST_CPU_NANOS, 9 * SECOND)
                .counter(Counters.HOST_IDLE_NANOS, SECOND);

        assertThat(bound(
                        TestRun.of(2, 2, blocked(0, SECOND), busy).link(GIGABIT).window(SMALL)))
                .isEmpty();
    }

    @Test
    void nothingIsSaidWhereAMemberIsBoundToCpusThatHaveNoTimeLeft() {
        var bound = TestReport.whole(1, 2, 10_000)
                .counter(Counters.FLOW_CONTROL_BLOCKED_NANOS, SECOND)
                .counter(Counters.HOST_CPU_NANOS, SECOND)
                .counter(Counters.HOST_IDLE_NANOS, 9 * SECOND)
                .counter(Counters.USABLE_CPU_NANOS, SECOND)
                .counter(Counters.USABLE_IDLE_NANOS, SECOND / 20);

        assertThat(bound(TestRun.of(2, 2, blocked(0, SECOND), bound)
                        .link(GIGABIT)
                        .window(SMALL)))
                .isEmpty();
    }

    /** Its counters count from before the first message until after the last one. */
    @Test
    void waitingIsAShareOfTheTimeInWhichItWasCounted() {
        var run = TestRun.of(2, 2, counted(0, 3 * SECOND), counted(1, 3 * SECOND));

        assertThat(bound(run.link(GIGABIT).window(SMALL))).isEmpty();
    }

    private static TestReport counted(int member, long nanos) {
        return blocked(member, SECOND).counter(Counters.COUNTED_NANOS, nanos);
    }

    @Test
    void runOfLessThanASecondIsNotJudged() {
        var run = TestRun.of(
                2,
                2,
                blocked(0, SECOND).in(Duration.ofMillis(900)),
                blocked(1, SECOND).in(Duration.ofMillis(900)));

        assertThat(bound(run.link(GIGABIT).window(SMALL))).isEmpty();
    }

    private static Optional<Finding> bound(TestRun run) {
        return run.result().verdict().findings().stream()
                .filter(finding -> finding.reason() == Reason.WINDOW_BOUND)
                .findFirst();
    }

    private static TestRun run(long blockedNanos) {
        return TestRun.of(2, 2, blocked(0, blockedNanos), blocked(1, blockedNanos));
    }

    private static TestReport blocked(int member, long nanos) {
        return TestReport.whole(member, 2, 10_000).counter(Counters.FLOW_CONTROL_BLOCKED_NANOS, nanos);
    }

    private static FlowWindow window(long bytes, OptionalLong room) {
        return new FlowWindow(bytes, room, "by a test");
    }
}
