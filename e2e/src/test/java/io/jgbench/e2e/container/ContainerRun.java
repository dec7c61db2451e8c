package io.jgbench.e2e.container;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.control.MemberCallException;
import io.jgbench.coordination.control.MemberClient;
import io.jgbench.coordination.protocol.ArmRequest;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.JoinRequest;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberState;
import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.protocol.StartRequest;
import io.jgbench.coordination.result.RunEvidence;
import io.jgbench.coordination.result.RunFailure;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.run.Action;
import io.jgbench.coordination.run.Observation;
import io.jgbench.coordination.run.ReportReceipt;
import io.jgbench.coordination.run.RunMachine;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.coordination.run.Sighting;
import io.jgbench.coordination.run.Step;
import io.jgbench.coordination.spec.RunSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;

/**
 * Drives the run of members in containers, one call after the other, to its end: the start is an instant that lies ahead,
 * so that nobody is late for it.
 */
final class ContainerRun implements AutoCloseable {
    private static final Duration PACE = Duration.ofMillis(100);
    private static final String MULTICAST_ADDRESS = "239.255.42.2";
    private static final int MULTICAST_PORT = 45_589;

    private final String runId;
    private final RunSpec spec;
    private final List<MemberContainer> containers;
    private final SSLContext tls;
    private final EpochClock clock = EpochClock.system();
    private final Map<Integer, MemberClient> clients = new HashMap<>();
    private final Map<Integer, Sighting> sightings = new TreeMap<>();
    private final Map<Integer, ClockOffset> clocks = new HashMap<>();
    private final Map<Integer, MemberReport> reports = new TreeMap<>();

    ContainerRun(String runId, RunSpec spec, List<MemberContainer> containers, SSLContext tls) {
        this.runId = runId;
        this.spec = spec;
        this.containers = containers;
        this.tls = tls;
    }

    /** Returns when the run is over, however it ended. */
    RunResult run() throws InterruptedException {
        Instant start = Instant.now();
        for (int member = 0; member < containers.size(); member++) {
            sightings.put(member, new Sighting.NotLaunched());
        }
        List<String> names = containers.stream().map(MemberContainer::name).toList();
        RunStatus status = RunStatus.pending(runId, names);
        while (!status.over()) {
            clients.keySet().forEach(this::look);
            Step step = RunMachine.step(spec, status, observation(), clock.epochNanos());
            status = step.status();
            for (Action action : step.actions()) {
                carryOut(action);
            }
            Thread.sleep(PACE);
        }
        Map<String, ClockOffset> clocksByName = new HashMap<>();
        clocks.forEach((member, offset) -> clocksByName.put(names.get(member), offset));
        RunStatus end = status;
        return RunResult.of(new RunEvidence(
                runId,
                spec,
                true,
                names,
                List.copyOf(reports.values()),
                clocksByName,
                Optional.empty(),
                Map.of(),
                end.failure().map(failure -> new RunFailure(failure.reason(), end.phase(), failure.message())),
                start,
                Instant.now(),
                List.of()));
    }

    private Observation observation() {
        return new Observation(
                List.copyOf(sightings.values()),
                clocks,
                reports.values().stream().map(ReportReceipt::of).toList(),
                Optional.empty());
    }

    private void carryOut(Action action) {
        switch (action) {
            case Action.Launch launch -> launch(launch.member());
            case Action.Join join ->
                ask(join.member(), client -> client.join(join(join.member(), left(join.deadlineEpochNanos()))));
            case Action.Arm arm ->
                ask(arm.member(), client -> client.arm(new ArmRequest(left(arm.deadlineEpochNanos()))));
            case Action.MeasureClock measure ->
                call(measure.member(), client -> clocks.put(measure.member(), client.measureClock()));
            case Action.Release release -> release(release);
            case Action.FetchReport fetch ->
                call(fetch.member(), client -> reports.put(fetch.member(), client.report()));
            case Action.Stop stop -> ask(stop.member(), MemberClient::stop);
        }
    }

    private void launch(int member) {
        if (!clients.containsKey(member)) {
            MemberContainer container = containers.get(member);
            container.start();
            clients.put(member, container.connect(tls, clock));
            sightings.put(member, new Sighting.Silent("its JVM is starting"));
        }
    }

    private JoinRequest join(int member, Duration timeout) {
        List<Peer> peers = containers.stream().map(MemberContainer::peer).toList();
        return new JoinRequest(
                spec.workload(), spec.transport(), runId, member, peers, MULTICAST_ADDRESS, MULTICAST_PORT, timeout);
    }

    private void release(Action.Release release) {
        Duration timeout = Duration.ofNanos(release.deadlineEpochNanos() - release.startAtEpochNanos());
        clients.keySet()
                .forEach(member -> ask(
                        member,
                        client -> client.start(new StartRequest(
                                release.startAtEpochNanos(), release.clocks().get(member), timeout))));
    }

    private Duration left(long deadlineEpochNanos) {
        return Duration.ofNanos(Math.max(1, deadlineEpochNanos - clock.epochNanos()));
    }

    private void look(int member) {
        MemberContainer container = containers.get(member);
        if (container.isRunning()) {
            ask(member, MemberClient::state);
        } else {
            sightings.put(member, new Sighting.Exited("its container has ended", container.logs()));
        }
    }

    private void ask(int member, Question<MemberState> question) {
        call(member, client -> sightings.put(member, new Sighting.Answered(question.ask(client))));
    }

    private void call(int member, Question<?> question) {
        try {
            question.ask(clients.get(member));
        } catch (MemberCallException e) {
            sightings.put(member, new Sighting.Silent(e.getMessage()));
        }
    }

    @Override
    public void close() {
        new ArrayList<>(clients.values()).forEach(MemberClient::close);
    }

    @FunctionalInterface
    private interface Question<T> {
        T ask(MemberClient client) throws MemberCallException;
    }
}
