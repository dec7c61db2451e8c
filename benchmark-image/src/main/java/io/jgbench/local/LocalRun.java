package io.jgbench.local;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.control.MemberClient;
import io.jgbench.coordination.control.RunAuthority;
import io.jgbench.coordination.control.TlsContexts;
import io.jgbench.coordination.drive.MemberDriver;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.run.Action;
import io.jgbench.coordination.run.Observation;
import io.jgbench.coordination.run.ReportReceipt;
import io.jgbench.coordination.run.RunMachine;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.coordination.run.Step;
import io.jgbench.local.host.Hosts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;

/**
 * Runs one repetition on this machine: observes its members, steps the {@link RunMachine}, carries out its actions, until
 * the run is over.
 */
final class LocalRun {
    /** While the members measure they are asked rarely: an answer costs a member CPU time that its workload wants. */
    private static final Duration RUNNING_PACE = Duration.ofMillis(250);

    /** A run of a second or two is asked more often, as it would else be waited for longer than it takes. */
    private static final Duration EARLY_RUNNING_PACE = Duration.ofMillis(100);

    private static final Duration EARLY = Duration.ofSeconds(5);

    private static final Duration PACE = Duration.ofMillis(20);

    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

    private static final Duration CERTIFICATE_SLACK = Duration.ofHours(1);

    private final LocalPlan plan;
    private final Hosts hosts;
    private final MemberCommand memberCommand;
    private final EpochClock clock;
    private final Consumer<RunStatus> progress;
    private final Cancellation cancellation;
    private final Semaphore news = new Semaphore(0);
    private final HostCounters hostCounters;
    private final List<LocalMember> members = new ArrayList<>();

    private volatile RunStatus status;
    private RunPhase stageReached = RunPhase.PENDING;

    /**
     * Prepares a repetition; nothing is started yet.
     *
     * @param memberCommand how a member's JVM is started
     * @param progress is told of each new status
     * @param cancellation ends it early
     */
    LocalRun(
            LocalPlan plan,
            Hosts hosts,
            MemberCommand memberCommand,
            EpochClock clock,
            Consumer<RunStatus> progress,
            Cancellation cancellation) {
        this.plan = plan;
        this.hosts = hosts;
        this.memberCommand = memberCommand;
        this.clock = clock;
        this.progress = progress;
        this.cancellation = cancellation;
        this.hostCounters = new HostCounters(hosts, plan.names());
        this.status = RunStatus.pending(plan.runId(), plan.names());
    }

    /** Runs to the end, whatever that is; all members are gone when this returns. */
    LocalOutcome run() throws InterruptedException {
        Instant startTime = Instant.now();
        openMembers();
        try {
            while (!status.over()) {
                step();
                news.tryAcquire(PACE.toMillis(), TimeUnit.MILLISECONDS);
                news.drainPermits();
            }
        } finally {
            members.forEach(LocalMember::close);
        }
        return new LocalOutcome(
                plan, status, stageReached, reports(), clocks(), hostCounters.differences(), startTime, Instant.now());
    }

    private void openMembers() {
        var authority = new RunAuthority(
                plan.runId(), Instant.now(), plan.spec().activeDeadline().plus(CERTIFICATE_SLACK));
        SSLContext tls = contextOf(authority);
        // One member after the other: those that answer at the same time on the same cores make each other late.
        var shared = new MemberDriver.OfRun(clock, this::pace, news::release, new Semaphore(1));
        for (int i = 0; i < plan.spec().members(); i++) {
            members.add(new LocalMember(i, wiring(i, authority, tls), shared));
        }
    }

    private LocalMember.Wiring wiring(int index, RunAuthority authority, SSLContext tls) {
        var host = hosts.host(index);
        return new LocalMember.Wiring(
                memberCommand.launcher(plan, host, authority),
                port -> new MemberClient(
                        host.name(), new InetSocketAddress(host.controlAddress(), port), tls, clock, CALL_TIMEOUT),
                timeout -> plan.join(index, timeout),
                memberCommand.patienceAtEnd());
    }

    private static SSLContext contextOf(RunAuthority authority) {
        try {
            return TlsContexts.of(authority.issueController());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM cannot use the certificates that it made: " + e.getMessage(), e);
        }
    }

    private void step() {
        Step step = RunMachine.step(plan.spec(), status, observe(), clock.epochNanos());
        status = step.status();
        if (status.failure().isEmpty()) {
            stageReached = status.phase();
        }
        progress.accept(status);
        step.actions().forEach(this::carryOut);
    }

    private void carryOut(Action action) {
        switch (action) {
            case Action.OfMember one -> {
                if (one instanceof Action.MeasureClock) {
                    hostCounters.begin();
                } else if (one instanceof Action.FetchReport) {
                    hostCounters.end();
                }
                members.get(one.member()).ask(one);
            }
            case Action.Release release -> members.forEach(member -> member.ask(release));
        }
    }

    private Observation observe() {
        return new Observation(
                members.stream().map(LocalMember::sighting).toList(),
                clocks(),
                reports().stream().map(ReportReceipt::of).toList(),
                cancellation.reason());
    }

    private Map<Integer, ClockOffset> clocks() {
        Map<Integer, ClockOffset> clocks = new HashMap<>();
        for (int i = 0; i < members.size(); i++) {
            int index = i;
            members.get(i).clockOffset().ifPresent(offset -> clocks.put(index, offset));
        }
        return clocks;
    }

    private List<MemberReport> reports() {
        return members.stream().flatMap(member -> member.report().stream()).toList();
    }

    private Duration pace() {
        RunStatus current = status;
        if (current.phase() != RunPhase.RUNNING) {
            return PACE;
        }
        long runningNanos = clock.epochNanos() - current.phaseBegan().get(RunPhase.RUNNING);
        return runningNanos < EARLY.toNanos() ? EARLY_RUNNING_PACE : RUNNING_PACE;
    }

    /** What the links dropped between the release and the end. */
    private static final class HostCounters {
        private final Hosts hosts;
        private final List<String> names;
        private Map<String, Map<String, Long>> begin = Map.of();
        private Map<String, Map<String, Long>> end = Map.of();

        HostCounters(Hosts hosts, List<String> names) {
            this.hosts = hosts;
            this.names = names;
        }

        void begin() {
            begin = begin.isEmpty() ? read() : begin;
        }

        void end() {
            end = end.isEmpty() && !begin.isEmpty() ? read() : end;
        }

        Map<String, Map<String, Long>> differences() {
            Map<String, Map<String, Long>> differences = new HashMap<>();
            end.forEach((member, counters) -> {
                Map<String, Long> difference = new HashMap<>();
                counters.forEach((name, value) ->
                        difference.put(name, value - begin.get(member).getOrDefault(name, 0L)));
                differences.put(member, difference);
            });
            return differences;
        }

        private Map<String, Map<String, Long>> read() {
            Map<String, Map<String, Long>> counters = new HashMap<>();
            try {
                for (int i = 0; i < names.size(); i++) {
                    counters.put(names.get(i), hosts.host(i).counters());
                }
            } catch (IOException e) {
                throw new UncheckedIOException("the links' counters cannot be read: " + e.getMessage(), e);
            }
            return counters;
        }
    }
}
