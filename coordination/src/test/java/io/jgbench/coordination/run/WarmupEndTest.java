package io.jgbench.coordination.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.HostNetwork;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.MemberState;
import io.jgbench.coordination.protocol.StartState;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.RunSpecBuilder;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.steady.WarmupOutcome.End;
import io.jgbench.coordination.steady.WarmupProgress;
import io.jgbench.coordination.steady.WarmupProgress.Pace;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WarmupEndTest {
    private static final Warmup UNTIL_STEADY = new Warmup.Steady(Duration.ofSeconds(15), Duration.ofSeconds(40));
    private static final Pace STEADY = new Pace(1000, 1000, 0);
    private static final Pace RISING = new Pace(1200, 1000, 0.4);

    @Test
    void allMembersAreToldTogetherWhenAllAreSteady() {
        var run = warmingUp(20, STEADY, STEADY, STEADY);

        assertThat(run.actions())
                .containsExactly(new Action.EndWarmup(0), new Action.EndWarmup(1), new Action.EndWarmup(2));
        assertThat(run.status().warmup().orElseThrow().end()).isEqualTo(End.STEADY);
    }

    @Test
    void oneMemberThatStillCompilesHoldsTheOthers() {
        assertThat(warmingUp(20, STEADY, RISING, STEADY).actions()).isEmpty();
    }

    @Test
    void warmupLastsAsLongAsItIsToLastAtTheLeast() {
        assertThat(warmingUp(14, STEADY, STEADY, STEADY).actions()).isEmpty();
    }

    @Test
    void warmupThatIsNeverSteadyIsEndedAfterItsTime() {
        var run = warmingUp(40, RISING, RISING, RISING);

        assertThat(run.actions()).hasSize(3).hasOnlyElementsOfType(Action.EndWarmup.class);
        var outcome = run.status().warmup().orElseThrow();
        assertThat(outcome.end()).isEqualTo(End.AT_MOST);
        assertThat(outcome.steadiness().orElseThrow().steady()).isFalse();
    }

    @Test
    void memberThatIsArmedAlreadyDoesNotHoldTheWarmupOfTheOthers() {
        var run = joined(new Controller(spec())).sees(0, MemberPhase.ARMED, Controller.MEMBERS);
        answer(run, 1, 20, STEADY);
        answer(run, 2, 20, new Pace(1000, 1000, 0.01)).step();

        assertThat(run.actions()).containsExactly(new Action.EndWarmup(1), new Action.EndWarmup(2));
        var outcome = run.status().warmup().orElseThrow();
        assertThat(outcome.end()).isEqualTo(End.STEADY);
        assertThat(outcome.steadiness().orElseThrow().busiestMember()).isEqualTo(2);
    }

    @Test
    void memberThatIsArmedAlreadyDoesNotEndTheWarmupOfOthersThatHaveNotBegunIt() {
        var run = joined(new Controller(spec())).sees(0, MemberPhase.ARMED, Controller.MEMBERS);

        answer(run, 1, 20, STEADY).step();

        assertThat(run.status().warmup()).isEmpty();
    }

    @Test
    void memberThatDoesNotAnswerIsWaitedFor() {
        var run = warmingUp(20, STEADY, STEADY, RISING).finds(2, new MemberObservation.Silent("read timed out"));

        assertThat(answer(run, 0, 21, STEADY).step().actions()).isEmpty();
    }

    @Test
    void memberThatDidNotHearItIsToldAgainAndOneThatDrainsIsNot() {
        var run = warmingUp(20, STEADY, STEADY, STEADY);

        run.sees(0, MemberPhase.ARMED, 3).step();

        assertThat(run.actions()).containsExactly(new Action.EndWarmup(1), new Action.EndWarmup(2));
    }

    @Test
    void controllerThatGoesOnTellsThemToo() {
        var run = warmingUp(20, STEADY, STEADY, STEADY).resumed();

        for (int member = 0; member < Controller.MEMBERS; member++) {
            answer(run, member, 22, RISING);
        }

        assertThat(run.step().actions()).hasSize(3).hasOnlyElementsOfType(Action.EndWarmup.class);
    }

    @Test
    void warmupOfAFixedNumberOfMessagesIsNotEndedHoweverLongItLasts() {
        var run = warmingUp(new Controller(), 3600, STEADY, STEADY, STEADY);

        assertThat(run.actions()).isEmpty();
        assertThat(run.status().warmup()).isEmpty();
    }

    @Test
    void startTimeoutDoesNotCountTheWarmupsTime() {
        var run = warmingUp(20, RISING, RISING, RISING);

        run.later(Plan.START_TIMEOUT.plusSeconds(39)).step();
        assertThat(run.status().failure()).isEmpty();
        run.later(Duration.ofSeconds(2)).step();

        assertThat(run.failure().message()).contains("could not be started within 1m40s");
    }

    private static Controller warmingUp(int seconds, Pace... paces) {
        return warmingUp(new Controller(spec()), seconds, paces);
    }

    private static Controller warmingUp(Controller run, int seconds, Pace... paces) {
        joined(run);
        for (int member = 0; member < paces.length; member++) {
            answer(run, member, seconds, paces[member]);
        }
        return run.step();
    }

    private static Controller joined(Controller run) {
        run.step();
        run.all(MemberPhase.CREATED).step();
        return run.all(MemberPhase.JOINED).step();
    }

    private static Controller answer(Controller run, int member, int seconds, Pace pace) {
        var progress = new WarmupProgress(Duration.ofSeconds(seconds).toNanos(), 5000, Optional.of(pace));
        return run.answers(
                member,
                new MemberState(
                        Controller.RUN_ID,
                        "m" + member,
                        MemberPhase.ARMING,
                        StartState.NONE,
                        Controller.MEMBERS,
                        0,
                        0,
                        0,
                        Optional.of(progress),
                        Optional.empty(),
                        HostNetwork.UNKNOWN,
                        Optional.empty()));
    }

    private static RunSpec spec() {
        var fixed = Plan.spec(Controller.MEMBERS);
        return RunSpecBuilder.builder()
                .name(fixed.name())
                .members(fixed.members())
                .workload(new MulticastSpec(
                        1, RunLength.of(1000), 1000, UNTIL_STEADY, 1, Duration.ofSeconds(1), Duration.ZERO, 0))
                .transport(fixed.transport())
                .repetitions(fixed.repetitions())
                .startTimeout(fixed.startTimeout())
                .maxSkew(fixed.maxSkew())
                .jvmOptions(List.of())
                .activeDeadline(fixed.activeDeadline())
                .build();
    }
}
