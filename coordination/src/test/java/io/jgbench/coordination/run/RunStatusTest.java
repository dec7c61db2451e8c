package io.jgbench.coordination.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.StartState;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunStatusTest {

    @ParameterizedTest
    @EnumSource(MemberPhase.class)
    void statusIsReadAsItWasStored(MemberPhase phase) throws MalformedJsonException {
        var status = Controller.withAll(phase).status();

        assertThat(ProtocolJson.readRequest(ProtocolJson.write(status), RunStatus.class))
                .isEqualTo(status);
    }

    @Test
    void phasesAndReasonsAreStoredInTheWordsOfTheApi() {
        var status = Controller.withAll(MemberPhase.JOINED)
                .cancel("interrupted")
                .step()
                .status();

        assertThat(new String(ProtocolJson.write(status), StandardCharsets.UTF_8))
                .contains("\"phase\":\"Failed\"", "\"reason\":\"Cancelled\"", "\"report\":\"Missing\"")
                .contains("\"Joining\":");
    }

    @Test
    void progressIsTheShareOfMessagesThatHaveArrived() {
        assertThat(Controller.withAll(MemberPhase.RUNNING).status().progressPercent())
                .isEqualTo(30);
        assertThat(new Controller().status().progressPercent()).isZero();
    }

    @Test
    void membersThatHaveTakenTheStartAreLeftAloneUntilItHasPassed() {
        var run = Controller.withAll(MemberPhase.RUNNING);
        long startAt = run.status().release().orElseThrow().startAtEpochNanos();

        assertThat(run.status().quietTime(0, startAt - 1_000_000)).isEqualTo(Duration.ofMillis(21));
        assertThat(run.status().quietTime(0, startAt)).isZero();
    }

    @Test
    void memberThatHasTakenTheStartIsLeftAloneWhileTheOthersAreAskedForIt() {
        var run = Controller.withAll(MemberPhase.ARMED).clocks().step();
        run.isArmed(1, new StartState(1, true)).step();
        long startAt = run.status().release().orElseThrow().startAtEpochNanos();

        assertThat(run.status().phase()).isEqualTo(RunPhase.ARMED);
        assertThat(run.status().quietTime(0, startAt - 1_000_000)).isZero();
        assertThat(run.status().quietTime(1, startAt - 1_000_000)).isEqualTo(Duration.ofMillis(21));
    }

    @Test
    void memberIsNotLeftAloneOnceItsStartIsWithdrawn() {
        var run = Controller.withAll(MemberPhase.ARMED).clocks().step();
        var plan = run.status().release().orElseThrow();
        run.isArmed(1, new StartState(1, true))
                .later(Duration.ofNanos(plan.takenByEpochNanos() - run.nowEpochNanos()))
                .step();

        assertThat(run.status().quietTime(1, run.nowEpochNanos())).isZero();
    }

    @Test
    void runIsToBeSteppedAgainInTimeToWithdrawItsStart() {
        var run = Controller.withAll(MemberPhase.ARMED);
        var most = Duration.ofSeconds(1);
        assertThat(run.status().stepAgainWithin(most, run.nowEpochNanos())).isEqualTo(most);

        var plan = run.clocks().step().status().release().orElseThrow();

        assertThat(run.status().stepAgainWithin(most, plan.takenByEpochNanos() - 1000))
                .isEqualTo(Duration.ofNanos(1000));
        assertThat(run.status().stepAgainWithin(Duration.ofNanos(500), plan.takenByEpochNanos() - 1000))
                .isEqualTo(Duration.ofNanos(500));
    }

    @Test
    void clocksAreNamedByTheirMembersOnceMeasured() {
        var armed = Controller.withAll(MemberPhase.ARMED);

        assertThat(armed.status().clocks()).isEmpty();
        assertThat(armed.clocks().step().status().clocks())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "m0", new ClockOffset(0, 50_000),
                        "m1", new ClockOffset(10, 50_000),
                        "m2", new ClockOffset(20, 50_000)));
    }
}
