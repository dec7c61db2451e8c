package io.jgbench.selftest;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.local.RunListener;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Plants a fault at its time of a run and takes it away again. */
final class FaultTimer implements RunListener, AutoCloseable {
    /** A fault that is there at the start instant makes members begin late, and that is what the result would tell. */
    private static final Duration AFTER_START = Duration.ofMillis(200);

    private final Fault.When when;
    private final PlantedFault fault;
    private final Duration measured;
    private final Duration lasts;
    private final EpochClock clock;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("faults").factory());
    private boolean isScheduled;

    @GuardedBy("this")
    private boolean tried;

    @GuardedBy("this")
    private boolean over;

    @GuardedBy("this")
    private Optional<String> problem = Optional.empty();

    /**
     * Waits for a run.
     *
     * @param measured how long its measured part is to last
     * @param lasts how long a fault is there that comes and goes in the middle of it
     */
    FaultTimer(Fault.When when, PlantedFault fault, Duration measured, Duration lasts, EpochClock clock) {
        this.when = when;
        this.fault = fault;
        this.measured = measured;
        this.lasts = lasts;
        this.clock = clock;
    }

    /** Plants what is to be there before the run begins. */
    void begin() {
        if (when instanceof Fault.When.WholeRun) {
            plant();
        }
    }

    @Override
    public void progressed(int repetition, int repetitions, RunStatus status) {
        if (status.phase() == RunPhase.RUNNING && !isScheduled) {
            isScheduled = true;
            schedule(status.release().orElseThrow().startAtEpochNanos() - clock.epochNanos());
        } else if (status.phase().compareTo(RunPhase.RUNNING) > 0) {
            end(status);
        }
    }

    /** Why the fault was not planted as it was meant to be; empty if it was. */
    synchronized Optional<String> problem() {
        return problem;
    }

    /** Takes the fault away, should it still be there. */
    @Override
    public void close() {
        timer.shutdownNow();
        remove();
    }

    private void schedule(long nanosUntilStart) {
        switch (when) {
            case Fault.When.WholeRun() -> {}
            case Fault.When.Measured() -> later(nanosUntilStart + AFTER_START.toNanos(), this::plant);
            case Fault.When.Middle _ -> {
                long begin = nanosUntilStart + measured.minus(lasts).toNanos() / 2;
                later(begin, this::plant);
                later(begin + lasts.toNanos(), this::remove);
            }
        }
    }

    private void later(long nanos, Runnable action) {
        var _ = timer.schedule(action, nanos, TimeUnit.NANOSECONDS);
    }

    private synchronized void plant() {
        if (!over) {
            tried = true;
            attempt(fault::plant);
        }
    }

    /** A run that failed early tells nothing of a fault that was to come. */
    private synchronized void end(RunStatus status) {
        if (!tried && problem.isEmpty()) {
            problem = Optional.of("the run was over before the fault was due"
                    + status.failure().map(failure -> ": " + failure.message()).orElse(""));
        }
        remove();
    }

    private synchronized void remove() {
        if (!over) {
            over = true;
            attempt(fault::remove);
        }
    }

    private interface Step {
        void take() throws IOException;
    }

    @GuardedBy("this")
    private void attempt(Step step) {
        try {
            step.take();
        } catch (IOException e) {
            problem = problem.or(() -> Optional.of(String.valueOf(e.getMessage())));
        }
    }
}
