package io.jgbench.operator.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.run.MemberStatus;
import io.jgbench.coordination.run.ReleasePlan;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.run.RunStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long START = Duration.ofDays(1).toNanos();

    @Test
    void membersThatWaitForTheStartAreNotAskedBeforeIt() {
        long before = START - Duration.ofMillis(600).toNanos();

        assertThat(Pace.of(running(), before)).isGreaterThan(Duration.ofMillis(600));
    }

    @Test
    void membersThatRunAreAskedSeveralTimesASecond() {
        assertThat(Pace.of(running(), START)).isEqualTo(Duration.ofMillis(250));
    }

    private static RunStatus running() {
        return new RunStatus(
                "run",
                RunPhase.RUNNING,
                Map.of(),
                0,
                List.of(MemberStatus.unknown(0, "member-0")),
                Optional.of(new ReleasePlan(START, 1)),
                Optional.empty(),
                false);
    }
}
