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
import io.jgbench.local.host.MemberJvm;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Does a run on this machine, as often as it is to be repeated, each time with fresh JVMs. */
public final class LocalBenchmark {
    private final Hosts hosts;
    private final MemberCommand memberCommand;
    private final EpochClock clock;
    private final Supplier<String> runIds;

    /**
     * Prepares; nothing is started yet.
     *
     * @param hosts where the members live, at least as many as a run has members
     * @param jvm the JVM of each member
     * @param runIds gives each repetition an identity of its own
     */
    public LocalBenchmark(Hosts hosts, MemberJvm jvm, EpochClock clock, Supplier<String> runIds) {
        this(hosts, new MemberCommand(jvm, Duration.ZERO), clock, runIds);
    }

    LocalBenchmark(Hosts hosts, MemberCommand memberCommand, EpochClock clock, Supplier<String> runIds) {
        this.hosts = hosts;
        this.memberCommand = memberCommand;
        this.clock = clock;
        this.runIds = runIds;
    }

    /**
     * Does all repetitions, also when one of them fails. One that cannot begin is the last, and what those before it
     * measured is kept.
     *
     * @param reliable whether the transport promises that every message arrives once and in order
     * @param notApplied what the run file asks for and a local run does not do, one sentence each
     * @param listener is told how it goes
     * @param cancellation ends the repetition that is under way, and lets no other one begin
     * @throws HostsUnavailableException if the first repetition cannot begin, as a fixed port is in use or no free ones
     *     are found
     */
    public RepetitionsResult run(
            RunSpec asked, boolean reliable, List<String> notApplied, RunListener listener, Cancellation cancellation)
            throws HostsUnavailableException, InterruptedException {
        RunSpec spec = new LocalWindow().settled(asked, hosts);
        List<RunResult> results = new ArrayList<>();
        boolean isLast;
        do {
            int repetition = results.size() + 1;
            String runId = runIds.get();
            LocalPlan plan;
            try {
                plan = LocalPlan.of(
                        runId, spec, hosts, hosts.ports(spec.transport().bindPort()));
            } catch (HostsUnavailableException e) {
                if (results.isEmpty()) {
                    throw e;
                }
                var why = new RunFailure(
                        FailureReason.HOSTS_UNAVAILABLE,
                        RunPhase.PENDING,
                        "the repetition could not begin: " + e.getMessage());
                results.add(Workloads.result(notBegun(runId, spec, reliable, notApplied, why)));
                listener.concluded(RepetitionsResult.of(results));
                break;
            }
            try (var run = new LocalRun(
                    plan,
                    hosts,
                    memberCommand,
                    clock,
                    status -> listener.progressed(repetition, spec.repetitions(), status),
                    cancellation)) {
                results.add(result(run.run(), reliable, notApplied));
                isLast = repetition == spec.repetitions();
                if (!isLast) {
                    run.awaitEnd();
                    Optional<String> cancelled = cancellation.reason();
                    isLast = cancelled.isPresent();
                    if (isLast) {
                        var why = new RunFailure(
                                FailureReason.CANCELLED,
                                RunPhase.PENDING,
                                "the repetition was not begun: " + cancelled.get());
                        results.add(Workloads.result(notBegun(runIds.get(), spec, reliable, notApplied, why)));
                    }
                }
                if (isLast) {
                    listener.concluded(RepetitionsResult.of(results));
                }
                run.awaitEnd();
            }
        } while (!isLast);
        return RepetitionsResult.of(results);
    }

    private RunResult result(LocalOutcome outcome, boolean reliable, List<String> notApplied) {
        RunResult result = Workloads.result(evidence(outcome, reliable, notApplied));
        return outcome.hostCountersProblem().map(result::with).orElse(result);
    }

    private RunEvidence evidence(LocalOutcome outcome, boolean reliable, List<String> notApplied) {
        LocalPlan plan = outcome.plan();
        return RunEvidenceBuilder.builder()
                .runId(plan.runId())
                .spec(plan.spec())
                .reliable(reliable)
                .memberNames(plan.names())
                .reports(outcome.reports())
                .clocks(outcome.status().clocks())
                .clockCourses(Optional.of(ClockCourses.of(outcome.status(), outcome.clocksAtEnd())))
                .preflight(Preflight.of(outcome.status().preflight(), plan.names(), outcome.preflights()))
                .warmup(WarmupResult.of(plan.spec(), outcome.status()))
                .link(link())
                .hostCounters(outcome.hostCounters())
                .failure(RunFailure.of(outcome.status(), outcome.stageReached()))
                .startTime(outcome.startTime())
                .completionTime(outcome.completionTime())
                .notApplied(notApplied)
                .build();
    }

    private RunEvidence notBegun(
            String runId, RunSpec spec, boolean reliable, List<String> notApplied, RunFailure why) {
        Instant now = Instant.now();
        return RunEvidenceBuilder.builder()
                .runId(runId)
                .spec(spec)
                .reliable(reliable)
                .memberNames(IntStream.range(0, spec.members())
                        .mapToObj(i -> hosts.host(i).name())
                        .toList())
                .reports(List.of())
                .clocks(Map.of())
                .link(link())
                .hostCounters(Map.of())
                .failure(Optional.of(why))
                .startTime(now)
                .completionTime(now)
                .notApplied(notApplied)
                .build();
    }

    private Optional<Link> link() {
        Host host = hosts.host(0);
        OptionalLong rate = host.lineRateBitsPerSecond();
        return rate.isPresent() ? Optional.of(Link.ethernet(rate.getAsLong(), host.mtu())) : Optional.empty();
    }
}
