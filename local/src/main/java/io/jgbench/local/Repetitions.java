package io.jgbench.local;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.preflight.Preflight;
import io.jgbench.coordination.result.ClockCourses;
import io.jgbench.coordination.result.Link;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunEvidence;
import io.jgbench.coordination.result.RunEvidenceBuilder;
import io.jgbench.coordination.result.RunFailure;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.result.WarmupResult;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.workload.registry.Workloads;
import io.jgbench.local.host.Host;
import io.jgbench.local.host.Hosts;
import io.jgbench.local.host.HostsUnavailableException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The repetitions of one run, one after the other. */
final class Repetitions {
    private final Hosts hosts;
    private final MemberCommand memberCommand;
    private final EpochClock clock;
    private final Supplier<String> runIds;
    private final Asked asked;
    private final RunListener listener;
    private final Cancellation cancellation;

    private final List<RunResult> results = new ArrayList<>();

    /**
     * What is repeated.
     *
     * @param reliable whether the transport promises that every message arrives once and in order
     * @param notApplied what the run file asks for and a local run does not do, one sentence each
     */
    record Asked(RunSpec spec, boolean reliable, List<String> notApplied) {}

    /**
     * Of a run that has not begun.
     *
     * @param runIds gives each repetition an identity of its own
     */
    Repetitions(
            Hosts hosts,
            MemberCommand memberCommand,
            EpochClock clock,
            Supplier<String> runIds,
            Asked asked,
            RunListener listener,
            Cancellation cancellation) {
        this.hosts = hosts;
        this.memberCommand = memberCommand;
        this.clock = clock;
        this.runIds = runIds;
        this.asked = asked;
        this.listener = listener;
        this.cancellation = cancellation;
    }

    /** Does all of them; see {@link LocalBenchmark#run}. */
    RepetitionsResult run() throws HostsUnavailableException, InterruptedException {
        Optional<RepetitionsResult> all;
        do {
            all = next();
        } while (all.isEmpty());
        return all.get();
    }

    /** Does the next one; what they all came to, of which the listener knows, where no other one follows. */
    private Optional<RepetitionsResult> next() throws HostsUnavailableException, InterruptedException {
        String runId = runIds.get();
        LocalPlan plan;
        try {
            plan = LocalPlan.of(
                    runId,
                    asked.spec(),
                    hosts,
                    hosts.ports(asked.spec().transport().bindPort()));
        } catch (HostsUnavailableException e) {
            if (results.isEmpty()) {
                throw e;
            }
            addNotBegun(runId, FailureReason.HOSTS_UNAVAILABLE, "the repetition could not begin: " + e.getMessage());
            return over();
        }
        return next(plan);
    }

    private Optional<RepetitionsResult> next(LocalPlan plan) throws InterruptedException {
        int number = results.size() + 1;
        int repetitions = asked.spec().repetitions();
        try (var repetition = new LocalRepetition(
                plan,
                hosts,
                memberCommand,
                clock,
                status -> listener.progressed(number, repetitions, status),
                cancellation)) {
            results.add(result(repetition.run()));
            Optional<RepetitionsResult> all = number == repetitions ? over() : unlessCancelled(repetition);
            repetition.awaitEnd();
            return all;
        }
    }

    /** Members that still end would disturb the next repetition, and meanwhile it may be cancelled. */
    private Optional<RepetitionsResult> unlessCancelled(LocalRepetition repetition) throws InterruptedException {
        repetition.awaitEnd();
        Optional<String> cancelled = cancellation.reason();
        if (cancelled.isEmpty()) {
            return Optional.empty();
        }
        if (wasCancelled(results.getLast())) {
            return over();
        }
        addNotBegun(runIds.get(), FailureReason.CANCELLED, "the repetition was not begun: " + cancelled.get());
        return over();
    }

    private static boolean wasCancelled(RunResult result) {
        return result.failure()
                .filter(failure -> failure.reason() == FailureReason.CANCELLED)
                .isPresent();
    }

    /** What they came to is told at once: the members of the last one may take their time to end. */
    private Optional<RepetitionsResult> over() {
        var all = RepetitionsResult.of(results);
        listener.concluded(all);
        return Optional.of(all);
    }

    private RunResult result(LocalOutcome outcome) {
        RunResult result = Workloads.result(evidence(outcome));
        return outcome.hostCountersProblem().map(result::with).orElse(result);
    }

    private RunEvidence evidence(LocalOutcome outcome) {
        LocalPlan plan = outcome.plan();
        return evidence(plan.runId())
                .memberNames(plan.names())
                .reports(outcome.reports())
                .clocks(outcome.status().clocks())
                .clockCourses(Optional.of(ClockCourses.of(outcome.status(), outcome.clocksAtEnd())))
                .preflight(Preflight.of(outcome.status().preflight(), plan.names(), outcome.preflights()))
                .warmup(WarmupResult.of(plan.spec(), outcome.status()))
                .hostCounters(outcome.hostCounters())
                .failure(RunFailure.of(outcome.status(), outcome.stageReached()))
                .startTime(outcome.startTime())
                .completionTime(outcome.completionTime())
                .build();
    }

    private void addNotBegun(String runId, FailureReason reason, String message) {
        Instant now = clock.instant();
        results.add(Workloads.result(evidence(runId)
                .memberNames(IntStream.range(0, asked.spec().members())
                        .mapToObj(i -> hosts.host(i).name())
                        .toList())
                .reports(List.of())
                .clocks(Map.of())
                .hostCounters(Map.of())
                .failure(Optional.of(new RunFailure(reason, RunPhase.PENDING, message)))
                .startTime(now)
                .completionTime(now)
                .build()));
    }

    /** What is known of a repetition before it begins. */
    private RunEvidenceBuilder evidence(String runId) {
        return RunEvidenceBuilder.builder()
                .runId(runId)
                .spec(asked.spec())
                .reliable(asked.reliable())
                .link(link())
                .notApplied(asked.notApplied());
    }

    private Optional<Link> link() {
        Host host = hosts.host(0);
        OptionalLong rate = host.lineRateBitsPerSecond();
        return rate.isPresent() ? Optional.of(Link.ethernet(rate.getAsLong(), host.mtu())) : Optional.empty();
    }
}
