package io.jgbench.local;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.control.MemberClient;
import io.jgbench.coordination.control.RunCertificateAuthority;
import io.jgbench.coordination.control.TlsContexts;
import io.jgbench.coordination.drive.MemberDriver;
import io.jgbench.coordination.drive.MemberDrivers;
import io.jgbench.coordination.drive.PollInterval;
import io.jgbench.coordination.drive.PollIntervalUnderLoad;
import io.jgbench.coordination.drive.ReportIntake;
import io.jgbench.coordination.run.Action;
import io.jgbench.coordination.run.MemberObservation;
import io.jgbench.coordination.run.Observation;
import io.jgbench.coordination.run.RunMachine;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.coordination.run.Step;
import io.jgbench.local.host.Hosts;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;

/**
 * Runs one repetition on this machine: observes its members, steps the {@link RunMachine}, carries out its actions,
 * until the run is over.
 */
final class LocalRepetition implements AutoCloseable {
    private static final PollInterval PACE = new PollIntervalUnderLoad(Duration.ofMillis(100));

    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

    private static final Duration CERTIFICATE_SLACK = Duration.ofHours(1);

    /** The user who cancelled a run waits for its end. Members that answer end within this time. */
    private static final Duration END_OF_CANCELLED = Duration.ofSeconds(1);

    private final LocalPlan plan;
    private final Hosts hosts;
    private final MemberCommand memberCommand;
    private final EpochClock clock;
    private final Consumer<RunStatus> progress;
    private final Cancellation cancellation;
    private final Semaphore news = new Semaphore(0);
    private final HostCounters hostCounters;

    private final List<LocalMember> members;
    private final MemberDrivers drivers;

    private volatile RunStatus status;
    private RunPhase stageReached = RunPhase.PENDING;

    /**
     * Prepares a repetition; nothing is started yet.
     *
     * @param memberCommand how a member's JVM is started
     * @param progress is told of each new status
     * @param cancellation ends it early
     */
    LocalRepetition(
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
        this.members = openMembers();
        this.drivers =
                new MemberDrivers(members.stream().map(LocalMember::driver).toList());
    }

    /** Runs until the outcome stands, whatever it is; {@link #awaitEnd} follows. */
    LocalOutcome run() throws InterruptedException {
        Instant startTime = clock.instant();
        tellNext();
        while (!status.phase().isTerminal()) {
            awaitNews();
            tellNext();
        }
        return new LocalOutcome(
                plan,
                status,
                stageReached,
                drivers.clocksAtEnd(),
                drivers.preflights(),
                drivers.reports(),
                hostCounters.differences(),
                hostCounters.problem(),
                startTime,
                clock.instant());
    }

    /** Lets the members end by themselves; those of a cancelled run only for a moment, as {@link #close} ends them. */
    void awaitEnd() throws InterruptedException {
        while (!status.over() && !isCancelledForLong()) {
            awaitNews();
            next();
        }
    }

    private boolean isCancelledForLong() {
        long outcomeEpochNanos = status.phaseBegan().get(status.phase());
        return cancellation.reason().isPresent()
                && clock.epochNanos() - outcomeEpochNanos >= END_OF_CANCELLED.toNanos();
    }

    /** All members are gone when this returns. Several that stand still take no longer than one. */
    @Override
    public void close() {
        try (var closing = Executors.newVirtualThreadPerTaskExecutor()) {
            members.forEach(member -> closing.execute(member::close));
        }
    }

    private List<LocalMember> openMembers() {
        // by the wall clock as it stands now, as members in processes of their own check certificates by it
        var authority = new RunCertificateAuthority(
                plan.runId(), Instant.now(), plan.spec().activeDeadline().plus(CERTIFICATE_SLACK));
        SSLContext tls = contextOf(authority);
        // One member after the other: those that answer at the same time on the same cores make each other late.
        var shared = new MemberDriver.OfRun(
                clock,
                () -> status,
                PACE,
                news::release,
                new Semaphore(1),
                ReportIntake.inMemory(plan.spec().repetitions()));
        return IntStream.range(0, plan.spec().members())
                .mapToObj(i -> new LocalMember(i, wiring(i, authority, tls), shared))
                .toList();
    }

    private LocalMember.Wiring wiring(int index, RunCertificateAuthority authority, SSLContext tls) {
        var host = hosts.host(index);
        return new LocalMember.Wiring(
                memberCommand.launcher(plan, host, authority),
                port -> new MemberClient(
                        host.name(), new InetSocketAddress(host.controlAddress(), port), tls, clock, CALL_TIMEOUT),
                timeout -> plan.join(index, timeout),
                memberCommand.patienceAtEnd());
    }

    private static SSLContext contextOf(RunCertificateAuthority authority) {
        try {
            return TlsContexts.of(authority.issueController());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM cannot use the certificates that it made: " + e.getMessage(), e);
        }
    }

    private void tellNext() {
        next();
        progress.accept(status);
    }

    /** Steps the run machine and carries out its actions. */
    private void next() {
        List<MemberObservation> observed =
                members.stream().map(LocalMember::seen).toList();
        List<Action> actions = step(drivers.observation(observed, cancellation.reason()));
        hostCounters.before(actions);
        actions.forEach(drivers::carryOut);
        hostCounters.after(actions);
    }

    private void awaitNews() throws InterruptedException {
        long now = clock.epochNanos();
        Duration pause = status.stepAgainWithin(PACE.between(status, now), now);
        news.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS);
        news.drainPermits();
    }

    private List<Action> step(Observation observation) {
        Step step = RunMachine.step(plan.spec(), status, observation, clock.epochNanos());
        status = step.status();
        if (status.failure().isEmpty()) {
            stageReached = status.phase();
        }
        return step.actions();
    }
}
