package io.jgbench.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jgbench.coordination.EpochClock;
import io.jgbench.counters.KernelFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StartGateTest {
    private static final int POLICY_AFTER_NAME = 38;
    private static final String ORDINARY = "0";
    private static final String FIRST_IN_FIRST_OUT = "1";

    private final EpochClock clock = EpochClock.system();

    @AfterEach
    void forgetsAnInterrupt() {
        Thread.interrupted();
    }

    @Test
    void isPassedAtTheInstantAndNotBefore() throws InterruptedException {
        long instant = clock.epochNanos() + Duration.ofMillis(20).toNanos();

        long passed = new StartGate(clock, Optional.empty()).pass(instant);

        assertThat(passed).isBetween(instant, clock.epochNanos());
    }

    @Test
    void threadHasRealTimePriorityFromWhenItWaitsUntilItLeaves() throws InterruptedException {
        var priority = permitted();
        List<String> policies = new ArrayList<>();
        EpochClock watched = () -> {
            policies.add(policy());
            return clock.epochNanos();
        };

        var gate = new StartGate(watched, priority);
        String before = policy();
        gate.pass(clock.epochNanos() + Duration.ofMillis(100).toNanos());
        String after = policy();
        gate.leave();

        assertThat(before).isEqualTo(ORDINARY);
        assertThat(policies).containsOnly(FIRST_IN_FIRST_OUT);
        assertThat(after).isEqualTo(FIRST_IN_FIRST_OUT);
        assertThat(policy()).isEqualTo(ORDINARY);
    }

    @Test
    void threadThatIsInterruptedInTheLastStretchHasItsOrdinaryPriorityAgain() {
        var priority = permitted();
        EpochClock interrupting = () -> {
            if (policy().equals(FIRST_IN_FIRST_OUT)) {
                Thread.currentThread().interrupt();
                return 0;
            }
            return Long.MAX_VALUE;
        };

        assertThatThrownBy(() -> new StartGate(interrupting, priority).pass(1))
                .isInstanceOf(InterruptedException.class);

        assertThat(policy()).isEqualTo(ORDINARY);
    }

    private static Optional<RealTimePriority> permitted() {
        Optional<RealTimePriority> priority = RealTimePriority.ofThisProcess();
        assumeTrue(priority.isPresent(), "it takes the capability CAP_SYS_NICE");
        return priority;
    }

    @Test
    void threadThatIsStartedByOneWithRealTimePriorityHasTheOrdinaryOne() throws InterruptedException {
        var priority = permitted();
        var policies = new ConcurrentLinkedQueue<String>();

        assertThat(priority.get().raise()).isTrue();
        Thread started = Thread.ofPlatform().start(() -> policies.add(policy()));
        assertThat(priority.get().lower()).isTrue();
        started.join();

        assertThat(policies).containsExactly(ORDINARY);
    }

    @Test
    void processThatMayHaveItHasRealTimePriorityUntilItGivesItUp() {
        var priority = permitted();

        assertThat(priority.get().raise()).isTrue();
        String raised = policy();
        assertThat(priority.get().lower()).isTrue();

        assertThat(raised).isEqualTo(FIRST_IN_FIRST_OUT);
        assertThat(policy()).isEqualTo(ORDINARY);
    }

    /** The scheduling policy of this thread: field 41 of its {@code stat}, see {@code proc_pid_stat(5)}. */
    private static String policy() {
        String stat =
                new KernelFiles(Path.of("/proc")).lines("thread-self/stat").getFirst();
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[POLICY_AFTER_NAME];
    }
}
