package io.jgbench.operator.metrics;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusSummary;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.operator.kubernetes.RunRef;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What runs come to, as metrics: how many are in which state, how long the start takes, how far apart members begin.
 */
public final class RunMetrics {
    private final MeterRegistry registry;
    private final Timer startOverhead;
    private final DistributionSummary skew;
    private final Map<String, List<Meter>> figures = new ConcurrentHashMap<>();

    /** Registers the metrics that runs fill as they go. */
    public RunMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.startOverhead = Timer.builder("jgbench.run.start.overhead")
                .description("Time from the reservation of the nodes until all members took the start")
                .publishPercentileHistogram()
                .register(registry);
        this.skew = DistributionSummary.builder("jgbench.run.start.skew")
                .description("Time between the first and the last member's real start")
                .baseUnit("seconds")
                .scale(1e-6)
                .publishPercentiles(0.5, 0.99)
                .register(registry);
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
            startOverhead.record(Duration.ofNanos(Math.max(0, running - status.beganEpochNanos())));
        }
    }

    /**
     * Shows the figures of a run that is over, as long as it is there. Those of suites' visits are shown by cell, see
     * {@link SuiteMetrics}.
     */
    public void showFigures(RunRef run, StatusSummary summary) {
        figures.computeIfAbsent(
                run.uid(),
                _ -> Stream.concat(
                                figure(
                                        run,
                                        "jgbench.run.bytes.per.second",
                                        "Throughput of a run that is over",
                                        summary.bytesPerSecond()),
                                figure(
                                        run,
                                        "jgbench.run.messages.per.second",
                                        "Rate of a run that is over",
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
        skew.record((double) skewMicros);
    }
}
