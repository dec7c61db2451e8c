package io.jgbench.coordination.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.schema.ApiField;
import io.jgbench.api.schema.DurationRange;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.spec.DurationText;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.RunSpecBuilder;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.workload.rpc.RpcSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StallWatchTest {
    private static final Duration START = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = RunSpec.DEFAULT_STALL_TIMEOUT;

    @Test
    void runWithoutProgressForItsStallTimeoutFailsAndSaysWhatWasSeen() {
        var run = running().allHaveDone(310).step().later(TIMEOUT.minusSeconds(10));
        run.hasDone(2, 380).step().later(TIMEOUT).step();

        assertThat(run.status().phase()).isEqualTo(RunPhase.COLLECTING);
        assertThat(run.failure())
                .isEqualTo(new Failure(
                        FailureReason.STALLED,
                        "no member has made progress for 30s (stallTimeout of 30s): 1,000 messages were done by then,"
                                + " and nothing since; m0 has done 310 of 1,000 and none for 50s,"
                                + " m1 has done 310 of 1,000 and none for 50s,"
                                + " m2 has done 380 of 1,000 and none for 30s"));
    }

    @Test
    void runWithoutProgressSaysSoBeforeItFailsAndNoMoreOnceItGoesOn() {
        var run = running().allHaveDone(310).step();
        long since = run.nowEpochNanos();

        run.later(Duration.ofMillis(4900)).step();
        assertThat(run.status().stall()).isEmpty();
        assertThat(run.status().stage()).isEqualTo(ConditionReason.RUNNING);

        run.later(Duration.ofMillis(100)).step();
        assertThat(run.status().stall()).contains(new NoProgress(since, 930));
        assertThat(run.status().stage()).isEqualTo(ConditionReason.STALLED);
        assertThat(run.status().phase()).isEqualTo(RunPhase.RUNNING);

        run.hasDone(1, 311).step();
        assertThat(run.status().stall()).isEmpty();
        assertThat(run.status().failure()).isEmpty();
    }

    @Test
    void oneMemberThatMakesProgressKeepsARunGoing() {
        var run = running().allHaveDone(310).step();
        for (int units = 311; units < 400; units++) {
            run.later(TIMEOUT.minusSeconds(1)).hasDone(1, units).step();
            run.later(Duration.ofMillis(1)).step();
            assertThat(run.status().failure().map(Failure::reason)).isNotEqualTo(Optional.of(FailureReason.STALLED));
        }
    }

    @Test
    void memberThatReportsMakesProgress() {
        var run = running().allHaveDone(310).step().later(TIMEOUT.minusSeconds(1));
        run.sees(0, MemberPhase.REPORTED, 3)
                .step()
                .later(TIMEOUT.minusSeconds(1))
                .step();

        assertThat(run.status().failure()).isEmpty();
    }

    @Test
    void silenceOfAMemberIsNoStall() {
        var run = running().allHaveDone(310).step().later(TIMEOUT.minusSeconds(1));
        run.finds(0, new MemberObservation.Silent("read timed out"))
                .step()
                .later(Duration.ofSeconds(2))
                .step();

        assertThat(run.status().failure()).isEmpty();
        assertThat(run.status().stall()).isEmpty();
    }

    @Test
    void controllerThatComesBackCountsFromThen() {
        var run = running().allHaveDone(310).step().later(TIMEOUT).resumed();
        run.allHaveDone(310).step();
        assertThat(run.status().failure()).isEmpty();

        run.later(TIMEOUT).step();
        assertThat(run.failure().reason()).isEqualTo(FailureReason.STALLED);
    }

    @Test
    void timeoutOfOnesOwnHolds() {
        var run = Controller.withAll(
                RunSpecBuilder.builder(Plan.spec(3))
                        .stallTimeout(Duration.ofSeconds(4))
                        .build(),
                MemberPhase.RUNNING);
        run.later(START).allHaveDone(310).step().later(Duration.ofSeconds(2)).step();
        assertThat(run.status().stall()).isPresent();

        run.later(Duration.ofSeconds(2)).step();
        assertThat(run.failure().message()).contains("made progress for 4s");
    }

    /** Answers come once a second and are looked at once a second, so that some are seen twice. */
    @Test
    void answerThatIsSeenTwiceIsNoStallWithTheShortestTimeout() {
        var shortest = ApiField.of(BenchmarkRunSpec.class, "stallTimeout")
                .annotation(DurationRange.class)
                .map(range -> DurationText.parse(range.min()))
                .orElseThrow();
        var run = Controller.withAll(
                RunSpecBuilder.builder(Plan.spec(3)).stallTimeout(shortest).build(), MemberPhase.RUNNING);

        run.later(START).allHaveDone(310).step().later(Duration.ofMillis(1001)).step();

        assertThat(run.status().stall()).isEmpty();
        assertThat(run.status().failure()).isEmpty();
    }

    @Test
    void requestsMayTakeAsLongAsTheirTimeout() {
        WorkloadSpec rpc = new RpcSpec(
                RunLength.of(1000), Warmup.NONE, 10, 2, 80, 1, Optional.of(1), Duration.ofMinutes(1), TIMEOUT);
        var simulated = Plan.spec(3);
        var spec = RunSpecBuilder.builder()
                .name("slow")
                .members(3)
                .workload(rpc)
                .transport(simulated.transport())
                .repetitions(1)
                .startTimeout(simulated.startTimeout())
                .maxSkew(simulated.maxSkew())
                .jvmOptions(List.of())
                .activeDeadline(Duration.ofHours(1))
                .build();
        var run = Controller.withAll(spec, MemberPhase.RUNNING)
                .later(START)
                .allHaveDone(310)
                .step();

        run.later(Duration.ofSeconds(90)).step();
        assertThat(run.status().failure()).isEmpty();

        run.later(Duration.ofSeconds(1)).step();
        assertThat(run.failure().message())
                .startsWith("no member has made progress for 1m31s"
                        + " (stallTimeout of 30s, and the 1m1s that the workload may pause): 930 requests were done");
    }

    /** At the start's instant. */
    private static Controller running() {
        return Controller.withAll(MemberPhase.RUNNING).later(START);
    }
}
