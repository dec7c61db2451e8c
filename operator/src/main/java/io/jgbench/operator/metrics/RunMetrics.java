package io.jgbench.operator.metrics;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.api.v1alpha1.StatusSummary;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.operator.kubernetes.RunRef;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What runs come to, as metrics: how many are in which state, how long the start takes, how far apart members begin.
 */
public final class RunMetrics {
    private final MeterRegistry registry;
    private final Timer startOverhead;
    private final Timer skew;
    private final Map<String, List<Meter>> figures = new ConcurrentHashMap<>();

    /** Registers the metrics that runs fill as they go. */
    public RunMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.startOverhead = Timer.builder("jgbench.run.start.overhead")
                .description(
                        "Time from the reservation of the nodes until all members took the start, without the warm-up")
                .serviceLevelObjectives(overheadBuckets())
                .register(registry);
        // a summary would round seconds up to whole ones before it finds their bucket
        this.skew = Timer.builder("jgbench.run.start.skew")
                .description("Time between the first and the last member's real start")
                .serviceLevelObjectives(skewBuckets())
                .register(registry);
    }

    /** From members whose images are on their nodes to some that are pulled slowly. */
    private static Duration[] overheadBuckets() {
        return IntStream.of(1, 2, 3, 5, 7, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 900)
                .mapToObj(Duration::ofSeconds)
                .toArray(Duration[]::new);
    }

    /** From 10 microseconds to a second. */
    private static Duration[] skewBuckets() {
        return IntStream.of(10, 100, 1000, 10_000, 100_000)
                .flatMap(micros -> IntStream.of(micros, 2 * micros, 5 * micros, 10 * micros))
                .distinct()
                .mapToObj(micros -> Duration.of(micros, ChronoUnit.MICROS))
                .toArray(Duration[]::new);
    }

    /** Counts the runs of a cache by state, whenever the metrics are read. */
    public void countFrom(Supplier<Stream<BenchmarkRun>> runs) {
        for (ConditionReason state : ConditionType.SUCCEEDED.reasons()) {
            Gauge.builder("jgbench.runs", () -> count(runs, state))
                    .description("Runs by state, the reason of their condition Succeeded")
                    .tag("state", state.label())
                    .register(registry);
        }
    }

    private static long count(Supplier<Stream<BenchmarkRun>> runs, ConditionReason state) {
        return runs.get()
                .filter(run -> run.condition(ConditionType.SUCCEEDED)
                        .map(condition -> condition.isFor(state))
                        .orElse(state == ConditionReason.PENDING))
                .count();
    }

    /** Counts a finished repetition. */
    public void finished(RunStatus status) {
        Long running = status.phaseBegan().get(RunPhase.RUNNING);
        if (running != null) {
            long nanos = running - status.beganEpochNanos() - warmupNanos(status);
            startOverhead.record(Duration.ofNanos(Math.max(0, nanos)));
        }
    }

    /** The run chooses how long it warms up, so that is no overhead. All members wait for the slowest. */
    private static long warmupNanos(RunStatus status) {
        return status.members().stream()
                .mapToLong(member -> member.warmup().elapsedNanos())
                .max()
                .orElse(0);
    }

    /**
     * Shows the figures that a run's status has, as long as the run is there; those of a run that is not valid are not
     * shown. Those of suites' visits are shown by cell, see {@link SuiteMetrics}.
     */
    public void showFigures(RunRef run, BenchmarkRunStatus status) {
        boolean isValid = status.condition(ConditionType.VALID)
                .filter(condition -> condition.status() == Status.TRUE)
                .isPresent();
        if (status.summary() != null && isValid) {
            show(run, status.summary());
        } else {
            hideFiguresOf(run.uid());
        }
    }

    private void show(RunRef run, StatusSummary summary) {
        figures.computeIfAbsent(
                run.uid(),
                _ -> Stream.concat(
                                figure(
                                        run,
                                        "jgbench.run.bytes.per.second",
                                        "Throughput of a valid run that is over",
                                        summary.bytesPerSecond()),
                                figure(
                                        run,
                                        "jgbench.run.messages.per.second",
                                        "Rate of a valid run that is over",
                                        summary.messagesPerSecond()))
                        .toList());
    }

    private Stream<Meter> figure(RunRef run, String name, String description, Long value) {
        return Stream.ofNullable(value)
                .map(figure -> Gauge.builder(name, () -> figure)
                        .description(description)
                        .tag("namespace", run.namespace())
                        .tag("run", run.name())
                        .register(registry));
    }

    /** Shows the figures of a run that is gone no longer. */
    public void hideFiguresOf(String uid) {
        Optional.ofNullable(figures.remove(uid)).ifPresent(gone -> gone.forEach(registry::remove));
    }

    /** Notes a start skew in microseconds. */
    public void started(long skewMicros) {
        skew.record(Duration.of(skewMicros, ChronoUnit.MICROS));
    }
}
