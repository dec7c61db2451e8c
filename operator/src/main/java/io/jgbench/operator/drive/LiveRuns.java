package io.jgbench.operator.drive;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.PlacementSettings;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.control.MemberClient;
import io.jgbench.coordination.control.ReportBudget;
import io.jgbench.coordination.control.ReportRoom;
import io.jgbench.coordination.control.TlsContexts;
import io.jgbench.coordination.drive.MemberDriver;
import io.jgbench.coordination.drive.ReportIntake;
import io.jgbench.coordination.protocol.Credentials;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.spec.SpecProblem;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.metrics.MemberMetrics;
import io.jgbench.operator.plan.Assignment;
import io.jgbench.operator.pod.MemberPod;
import io.jgbench.operator.pod.MemberPods;
import io.jgbench.operator.pod.MemberSettings;
import io.jgbench.operator.policy.PolicyException;
import io.jgbench.operator.spool.Spool;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;

/** Opens repetitions: those that begin, and those that another operator has begun. */
public final class LiveRuns {
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);
    private static final int MEMBERS_PER_CLOCK_TURN = 16;

    private final RunCredentials credentials;
    private final MemberPods pods;
    private final MemberSettings settings;
    private final EpochClock clock;
    private final MemberMetrics metrics;
    private final Spool spool;
    private final ReportRoom room = ReportRoom.ofMemory();

    /**
     * With what runs need.
     *
     * @param spool for reports
     */
    public LiveRuns(
            RunCredentials credentials,
            MemberPods pods,
            MemberSettings settings,
            EpochClock clock,
            MemberMetrics metrics,
            Spool spool) {
        this.credentials = credentials;
        this.pods = pods;
        this.settings = settings;
        this.clock = clock;
        this.metrics = metrics;
        this.spool = spool;
    }

    /**
     * Makes what the members of a repetition that begins are given.
     *
     * @param declared the run as it was declared
     */
    public void prepare(RunRef run, BenchmarkRunSpec declared, RunRecord record) {
        credentials.make(run, record, networkInterface(declared));
    }

    /**
     * Links the members of a repetition, whether they live already or not.
     *
     * @param declared the run as it was declared
     * @param wake is called when something was found that the run has to act on
     */
    public LiveRun open(RunRef run, BenchmarkRunSpec declared, RunRecord record, Runnable wake) {
        var podOf = new MemberPod(settings, run, declared, record.spec(), record.plan());
        var tls = context(credentials.ensure(run, record, networkInterface(declared)));
        var opened = new AtomicReference<LiveRun>();
        var budget = ReportBudget.ofMemory(record.spec().repetitions());
        var shared = sharedBy(opened, record, budget, wake);
        List<SpecProblem> notAllowed = settings.rules().problems(declared, record.spec());
        List<MemberLink> links = new ArrayList<>();
        for (Assignment assignment : record.plan().assignments()) {
            links.add(new MemberLink(
                    assignment.index(),
                    new MemberClient(
                            assignment.member(),
                            new InetSocketAddress(assignment.address(), assignment.controlPort()),
                            tls,
                            clock,
                            CALL_TIMEOUT),
                    new MemberLink.Wiring(
                            timeout -> record.plan().join(assignment.index(), record.spec(), timeout),
                            () -> launch(notAllowed, podOf, assignment),
                            () -> pods.lastLines(run.namespace(), MemberPod.name(record.plan(), assignment)),
                            record.status().phase() == RunPhase.PENDING),
                    shared));
        }
        var live = new LiveRun(
                record,
                links,
                budget,
                () -> metrics.follow(
                        run,
                        record.spec(),
                        record.plan().assignments(),
                        () -> current(opened, record).status()));
        opened.set(live);
        return live;
    }

    /** The policy may be another one than when the run was resolved: an operator with another took over. */
    private void launch(List<SpecProblem> notAllowed, MemberPod podOf, Assignment assignment) {
        if (!notAllowed.isEmpty()) {
            throw new PolicyException(notAllowed);
        }
        pods.apply(podOf.at(assignment));
    }

    private MemberDriver.OfRun sharedBy(
            AtomicReference<LiveRun> opened, RunRecord first, ReportBudget budget, Runnable wake) {
        int members = first.spec().members();
        return new MemberDriver.OfRun(
                clock,
                () -> current(opened, first).status(),
                new PollIntervalByPhase(),
                wake,
                new Semaphore(Math.max(1, members / MEMBERS_PER_CLOCK_TURN)),
                new ReportIntake(room, budget, new SpooledReports(spool)));
    }

    private static Optional<String> networkInterface(BenchmarkRunSpec declared) {
        return Optional.ofNullable(declared.placement()).map(PlacementSettings::networkInterface);
    }

    private static RunRecord current(AtomicReference<LiveRun> opened, RunRecord first) {
        LiveRun live = opened.get();
        return live == null ? first : live.record();
    }

    private static SSLContext context(Credentials controller) {
        try {
            return TlsContexts.of(controller);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the run's credentials cannot be used: " + e.getMessage(), e);
        }
    }
}
