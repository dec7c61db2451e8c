package io.jgbench.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.run.Failure;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.coordination.run.RunStatusBuilder;
import io.jgbench.coordination.run.StartPlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class FaultTimerTest {
    private static final Duration MEASURED = Duration.ofSeconds(6);
    private static final Duration LASTS = Duration.ofSeconds(2);

    private final EpochClock clock = EpochClock.system();
    private final RecordedFault fault = new RecordedFault();

    @Test
    void runThatFailsBeforeItsFaultIsDueIsNotPlanted() {
        try (var timer = timer(new Fault.When.Measured())) {
            timer.begin();
            timer.progressed(1, 1, status(RunPhase.JOINING));
            timer.progressed(1, 1, failed("member-0 did not join"));

            assertThat(timer.problem()).contains("the run was over before the fault was due: member-0 did not join");
        }
        assertThat(fault.steps).containsExactly("remove");
    }

    @Test
    void runThatIsOverBeforeTheMiddleIsNotPlanted() {
        try (var timer = timer(new Fault.When.Middle(LASTS, LASTS))) {
            timer.begin();
            timer.progressed(1, 1, running(clock.epochNanos()));
            timer.progressed(1, 1, status(RunPhase.SUCCEEDED));

            assertThat(timer.problem()).contains("the run was over before the fault was due");
        }
        assertThat(fault.steps).containsExactly("remove");
    }

    @Test
    void faultOfTheWholeRunIsPlantedBeforeTheRunFails() {
        try (var timer = timer(new Fault.When.WholeRun())) {
            timer.begin();
            timer.progressed(1, 1, failed("member-0 did not join"));

            assertThat(timer.problem()).isEmpty();
        }
        assertThat(fault.steps).containsExactly("plant", "remove");
    }

    @Test
    void faultOfTheMeasuredPartIsPlantedAfterTheStart() {
        try (var timer = timer(new Fault.When.Measured())) {
            timer.begin();
            timer.progressed(1, 1, running(clock.epochNanos() - MEASURED.toNanos()));
            await().until(() -> !fault.steps.isEmpty());
            timer.progressed(1, 1, failed("member-0 lost sight of member-1"));

            assertThat(timer.problem()).isEmpty();
        }
        assertThat(fault.steps).containsExactly("plant", "remove");
    }

    private FaultTimer timer(Fault.When when) {
        return new FaultTimer(when, fault, MEASURED, LASTS, clock);
    }

    private static RunStatus status(RunPhase phase) {
        return RunStatusBuilder.builder(RunStatus.pending("run", List.of("member-0", "member-1")))
                .phase(phase)
                .build();
    }

    private static RunStatus running(long startAtEpochNanos) {
        return RunStatusBuilder.builder(status(RunPhase.RUNNING))
                .release(Optional.of(new StartPlan(startAtEpochNanos, startAtEpochNanos, 1)))
                .build();
    }

    private static RunStatus failed(String message) {
        return RunStatusBuilder.builder(status(RunPhase.FAILED))
                .failure(Optional.of(new Failure(FailureReason.START_TIMEOUT, message)))
                .build();
    }

    private static final class RecordedFault implements PlantedFault {
        private final List<String> steps = new CopyOnWriteArrayList<>();

        @Override
        public void plant() {
            steps.add("plant");
        }

        @Override
        public void remove() {
            steps.add("remove");
        }

        @Override
        public void close() {}
    }
}
