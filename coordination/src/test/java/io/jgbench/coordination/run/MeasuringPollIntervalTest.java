package io.jgbench.coordination.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.drive.MeasuringPollInterval;
import io.jgbench.coordination.protocol.HostNetwork;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.MemberState;
import io.jgbench.coordination.protocol.StartState;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MeasuringPollIntervalTest {
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

    private static Duration intervalAfter(RunStatus status, Duration time) {
        long began = status.phaseBegan().get(RunPhase.RUNNING);
        return new MeasuringPollInterval(OFTEN).between(status, began + time.toNanos());
    }

    private RunStatus withDone(long perMille) {
        return running.withMembers(running.members().stream()
                .map(member -> member.answered(new MemberState(
                        running.runId(),
                        member.name(),
                        MemberPhase.RUNNING,
                        new StartState(1, true),
                        running.members().size(),
                        perMille,
                        1000,
                        perMille,
                        Optional.empty(),
                        Optional.empty(),
                        HostNetwork.UNKNOWN,
                        Optional.empty())))
                .toList());
    }
}
