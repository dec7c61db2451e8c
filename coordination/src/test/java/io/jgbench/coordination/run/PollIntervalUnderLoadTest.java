package io.jgbench.coordination.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.drive.PollIntervalUnderLoad;
import io.jgbench.coordination.protocol.HostNetwork;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.MemberState;
import io.jgbench.coordination.protocol.StartState;
import io.jgbench.coordination.steady.WarmupProgress;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PollIntervalUnderLoadTest {
    private static final Duration OFTEN = Duration.ofMillis(100);
    private static final Duration SELDOM = Duration.ofSeconds(1);

    private final RunStatus running = Controller.withAll(MemberPhase.RUNNING)
            .all(MemberPhase.RUNNING)
            .step()
            .status();

    @Test
    void membersAreAskedOftenInTheFirstSeconds() {
        assertThat(intervalAfter(running, Duration.ofSeconds(4))).isEqualTo(OFTEN);
    }

    @Test
    void membersAreLeftAloneInTheMiddle() {
        assertThat(intervalAfter(running, Duration.ofSeconds(5))).isEqualTo(SELDOM);
    }

    @Test
    void membersAreAskedOftenNearTheEnd() {
        assertThat(intervalAfter(withDone(949), Duration.ofSeconds(20))).isEqualTo(SELDOM);
        assertThat(intervalAfter(withDone(950), Duration.ofSeconds(20))).isEqualTo(OFTEN);
    }

    @Test
    void membersOfAFailedRunAreAskedOftenForWhatTheyHave() {
        RunStatus failed = Controller.withAll(MemberPhase.RUNNING)
                .all(MemberPhase.RUNNING)
                .step()
                .finds(1, new MemberObservation.Exited("status 1", ""))
                .step()
                .status();
        assertThat(failed.phase()).isEqualTo(RunPhase.COLLECTING);

        assertThat(intervalAfter(failed, Duration.ofSeconds(20))).isEqualTo(OFTEN);
    }

    @Test
    void membersAreLeftAloneInALongWarmUp() {
        assertThat(new PollIntervalUnderLoad(OFTEN).between(warmingUpFor(Duration.ofMillis(4999)), 0))
                .isEqualTo(OFTEN);
        assertThat(new PollIntervalUnderLoad(OFTEN).between(warmingUpFor(Duration.ofSeconds(5)), 0))
                .isEqualTo(SELDOM);
    }

    private static RunStatus warmingUpFor(Duration time) {
        var warmup = new WarmupProgress(time.toNanos(), 1, Optional.empty());
        RunStatus arming = Controller.withAll(MemberPhase.JOINED)
                .all(MemberPhase.ARMING)
                .step()
                .status();
        return arming.withMembers(arming.members().stream()
                .map(member ->
                        member.answered(state(arming, member.name(), MemberPhase.ARMING, 0, Optional.of(warmup))))
                .toList());
    }

    private static Duration intervalAfter(RunStatus status, Duration time) {
        long began = status.phaseBegan().get(RunPhase.RUNNING);
        return new PollIntervalUnderLoad(OFTEN).between(status, began + time.toNanos());
    }

    private RunStatus withDone(long perMille) {
        return running.withMembers(running.members().stream()
                .map(member ->
                        member.answered(state(running, member.name(), MemberPhase.RUNNING, perMille, Optional.empty())))
                .toList());
    }

    private static MemberState state(
            RunStatus run, String member, MemberPhase phase, long perMille, Optional<WarmupProgress> warmup) {
        return new MemberState(
                run.runId(),
                member,
                phase,
                phase == MemberPhase.RUNNING ? new StartState(1, true) : StartState.NONE,
                run.members().size(),
                perMille,
                1000,
                perMille,
                warmup,
                Optional.empty(),
                HostNetwork.UNKNOWN,
                Optional.empty());
    }
}
