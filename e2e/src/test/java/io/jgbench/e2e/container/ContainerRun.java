package io.jgbench.e2e.container;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.drive.MemberDriver;
import io.jgbench.coordination.drive.MemberDrivers;
import io.jgbench.coordination.drive.ReportIntake;
import io.jgbench.coordination.protocol.JoinRequest;
import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.result.ClockCourses;
import io.jgbench.coordination.result.RunEvidenceBuilder;
import io.jgbench.coordination.result.RunFailure;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.run.MemberObservation;
import io.jgbench.coordination.run.Observation;
import io.jgbench.coordination.run.RunMachine;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.coordination.run.Step;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.workload.registry.Workloads;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;

/** Drives the run of members in containers to its end. */
final class ContainerRun implements AutoCloseable {
    private static final Duration PACE = Duration.ofMillis(100);
    private static final String MULTICAST_ADDRESS = "239.255.42.2";
    private static final int MULTICAST_PORT = 45_589;

    private final String runId;
    private final RunSpec spec;
    private final List<MemberContainer> containers;
    private final EpochClock clock = EpochClock.system();
    private final Semaphore news = new Semaphore(0);
    private final List<ContainerSite> sites;
    private final MemberDrivers drivers;

    private volatile RunStatus status;

    ContainerRun(String runId, RunSpec spec, List<MemberContainer> containers, SSLContext tls) {
        this.runId = runId;
        this.spec = spec;
        this.containers = containers;
        this.status = RunStatus.pending(runId, names());
        var shared = new MemberDriver.OfRun(
                clock, () -> status, (_, _) -> PACE, news::release, new Semaphore(1), ReportIntake.inMemory(1));
        this.sites = IntStream.range(0, containers.size())
                .mapToObj(i -> new ContainerSite(
                        i,
                        containers.get(i),
                        () -> containers.get(i).connect(tls, clock),
                        timeout -> join(i, timeout),
                        shared))
                .toList();
        this.drivers =
                new MemberDrivers(sites.stream().map(ContainerSite::driver).toList());
    }

    /** Returns when the run is over, however it ended. */
    RunResult run() throws InterruptedException {
        Instant start = Instant.now();
        RunPhase stageReached = status.phase();
        while (!status.over()) {
            List<MemberObservation> observed =
                    sites.stream().map(ContainerSite::seen).toList();
            Observation observation = drivers.observation(observed, Optional.empty());
            Step step = RunMachine.step(spec, status, observation, clock.epochNanos());
            status = step.status();
            stageReached = status.failure().isEmpty() ? status.phase() : stageReached;
            step.actions().forEach(drivers::carryOut);
            news.tryAcquire(PACE.toMillis(), TimeUnit.MILLISECONDS);
            news.drainPermits();
        }
        return Workloads.result(RunEvidenceBuilder.builder()
                .runId(runId)
                .spec(spec)
                .reliable(spec.transport().reliable())
                .memberNames(names())
                .reports(drivers.reports())
                .clocks(status.clocks())
                .clockCourses(Optional.of(ClockCourses.of(status, drivers.clocksAtEnd())))
                .hostCounters(Map.of())
                .failure(RunFailure.of(status, stageReached))
                .startTime(start)
                .completionTime(Instant.now())
                .notApplied(List.of())
                .build());
    }

    private List<String> names() {
        return containers.stream().map(MemberContainer::name).toList();
    }

    /** Every container has an address when the first member is asked to join: all are launched before. */
    private JoinRequest join(int member, Duration timeout) {
        List<Peer> peers = containers.stream().map(MemberContainer::peer).toList();
        return new JoinRequest(
                spec.workload(), spec.transport(), runId, member, peers, MULTICAST_ADDRESS, MULTICAST_PORT, timeout);
    }

    @Override
    public void close() {
        sites.forEach(ContainerSite::close);
    }
}
