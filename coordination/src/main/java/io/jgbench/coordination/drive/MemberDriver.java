package io.jgbench.coordination.drive;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.control.MemberCallException;
import io.jgbench.coordination.control.MemberClient;
import io.jgbench.coordination.protocol.ClockMeasurement;
import io.jgbench.coordination.protocol.JoinRequest;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberState;
import io.jgbench.coordination.protocol.PreflightReport;
import io.jgbench.coordination.protocol.PreflightRequest;
import io.jgbench.coordination.run.Action;
import io.jgbench.coordination.run.MemberObservation;
import io.jgbench.coordination.run.ReportReceipt;
import io.jgbench.coordination.run.RunStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The controller's side of one member. A virtual thread of its own carries out what the run asks of the member and asks
 * the member how it is in between, so that the run never waits; what it finds is left here, and the run is told when
 * that changes what can be done.
 */
public final class MemberDriver implements AutoCloseable {
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    /**
     * How long a member's clock is waited for when it has reported, and how long it is measured then: both together,
     * and the last exchange, leave most of the time in which reports are fetched.
     */
    private static final Duration CLOCK_AT_END = Duration.ofSeconds(3);

    private final int index;
    private final MemberSite site;
    private final OfRun run;

    private final BlockingQueue<Action> asked = new LinkedBlockingQueue<>();

    /** Those that are asked for and not carried out yet. */
    private final Set<Action> underWay = ConcurrentHashMap.newKeySet();

    private final Thread thread;
    private final RecentAnswers recentAnswers = new RecentAnswers();
    private final FetchedReports reports;

    private volatile boolean hasAnswered;
    private volatile Optional<MemberObservation> found = Optional.empty();
    private volatile Optional<ClockMeasurement> clock = Optional.empty();
    private volatile Optional<ClockMeasurement> clockAtEnd = Optional.empty();

    /** Of the driver's thread alone. */
    private boolean clockAtEndTried;

    /**
     * What all drivers of a run share.
     *
     * @param clock the controller's clock
     * @param status how far the run has come
     * @param pollInterval how often members are looked at
     * @param news is called when something was found that the run has to act on
     * @param clockTurns held while a member's clock is measured: members that answer at the same time make each other
     *     late
     * @param reportTurns held while a report arrives, which may be of any size up to the largest, so that one run does
     *     not take all room for reports
     * @param reports where they go
     */
    public record OfRun(
            EpochClock clock,
            Supplier<RunStatus> status,
            PollInterval pollInterval,
            Runnable news,
            Semaphore clockTurns,
            Semaphore reportTurns,
            ReportIntake reports) {

        /** Reports that are fetched at a time, of a run. */
        private static final int REPORTS_AT_A_TIME = 4;

        /** Fetches a few reports at a time. */
        public OfRun(
                EpochClock clock,
                Supplier<RunStatus> status,
                PollInterval pollInterval,
                Runnable news,
                Semaphore clockTurns,
                ReportIntake reports) {
            this(clock, status, pollInterval, news, clockTurns, new Semaphore(REPORTS_AT_A_TIME), reports);
        }

        /** How long to wait until the next look at a member: the pace, unless the member is to be left alone. */
        private Duration untilNextLook(int index) {
            RunStatus now = status.get();
            long nowEpochNanos = clock.epochNanos();
            Duration quietTime = now.quietTime(index, nowEpochNanos);
            return quietTime.isPositive() ? quietTime : pollInterval.between(now, nowEpochNanos);
        }
    }

    /**
     * Begins to wait for actions.
     *
     * @param index the member's
     */
    public MemberDriver(int index, MemberSite site, OfRun run) {
        this.index = index;
        this.site = site;
        this.run = run;
        this.reports = new FetchedReports(index, site, run);
        this.thread = Thread.ofVirtual().name("member-driver-" + index).start(this::work);
    }

    /** Asks for an action, unless the same one is under way. */
    public void ask(Action action) {
        if (underWay.add(action)) {
            asked.add(action);
        }
    }

    /** What came of the last call to the member: its answer, or that it is silent; empty if none was made. */
    public Optional<MemberObservation> found() {
        return found;
    }

    /** Whether it has answered ever. */
    public boolean hasAnswered() {
        return hasAnswered;
    }

    /** How long it took at most to answer one of the last looks at it; zero before the first. */
    Duration answering() {
        return recentAnswers.longest();
    }

    /** Its clock, once measured. */
    public Optional<ClockMeasurement> clock() {
        return clock;
    }

    /**
     * Its clock once more, when it had reported; empty where that would tell nothing new, it took too long, or the
     * member did not answer.
     */
    public Optional<ClockMeasurement> clockAtEnd() {
        return clockAtEnd;
    }

    /** What it sent and received in the pre-flight, once fetched. */
    public Optional<PreflightReport> preflight() {
        return reports.preflight();
    }

    /** Its report, once fetched, read from where it is kept. */
    public Optional<MemberReport> report() {
        return reports.report();
    }

    /** What it gave when it was asked for its report; empty if nothing yet. */
    Optional<ReportReceipt> receipt() {
        return reports.receipt();
    }

    private void work() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    takeTurn();
                } catch (RuntimeException | Error e) {
                    // A thread that ended here would leave the run waiting for a member that nobody asks any more.
                    find(new MemberObservation.Silent("the controller failed when it asked it: " + e));
                    TimeUnit.NANOSECONDS.sleep(AFTER_FAILURE.toNanos());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void takeTurn() throws InterruptedException {
        Action action = asked.poll(run.untilNextLook(index).toNanos(), TimeUnit.NANOSECONDS);
        if (action == null) {
            call(this::look);
            return;
        }
        try {
            carryOut(action);
        } finally {
            underWay.remove(action);
        }
        run.news().run();
    }

    private void look(MemberClient client) throws MemberCallException {
        long began = now();
        MemberState state = client.state();
        recentAnswers.add(Duration.ofNanos(Math.max(0, now() - began)));
        answered(state);
    }

    private void carryOut(Action action) throws InterruptedException {
        switch (action) {
            case Action.Launch _ -> site.launch();
            case Action.OpenPreflight open -> tell(client -> openPreflight(client, preflightRequest(open)));
            case Action.Probe _ -> tell(MemberClient::probe);
            case Action.FetchPreflight _ -> call(reports::fetchPreflight);
            case Action.Join join -> tell(client -> client.join(joinRequest(join)));
            case Action.Arm arm -> tell(client -> client.arm(arm.request(now())));
            case Action.EndWarmup _ -> tell(MemberClient::endWarmup);
            case Action.MeasureClock _ -> measureClock();
            case Action.Release release -> start(release);
            case Action.Withdraw withdraw -> tell(client -> client.withdraw(withdraw.request()));
            case Action.FetchReport _ -> {
                measureClockAtEnd();
                fetchReport();
            }
            case Action.Stop _ -> {
                tell(MemberClient::stop);
                site.end();
            }
        }
    }

    /** A member of an earlier version refuses what it does not know; it is asked for the rest then. */
    private static MemberState openPreflight(MemberClient client, PreflightRequest request) throws MemberCallException {
        try {
            return client.openPreflight(request);
        } catch (MemberCallException e) {
            if (e.kind() != MemberCallException.Kind.REFUSED
                    || request.workloadSockets().isEmpty()) {
                throw e;
            }
            return client.openPreflight(request.withoutWorkloadSockets());
        }
    }

    private PreflightRequest preflightRequest(Action.OpenPreflight open) {
        return PreflightRequest.of(site.join(Duration.ZERO).boundTo(open.bindAddresses()));
    }

    private JoinRequest joinRequest(Action.Join join) {
        return site.join(join.timeLeft(now())).boundTo(join.bindAddresses()).over(join.transport());
    }

    private long now() {
        return run.clock().epochNanos();
    }

    /** What was stored slowly, or waited behind a slow answer, may come too late; the run withdraws it then. */
    private void start(Action.Release release) {
        if (!release.isLate(now())) {
            tell(client -> client.start(release.request()));
        }
    }

    private void measureClock() throws InterruptedException {
        if (clock.isPresent()) {
            // Asked for again in the moment in which it was done; the start would have to wait behind it.
            return;
        }
        run.clockTurns().acquire();
        try {
            call(client -> clock = Optional.of(client.measureClock()));
        } finally {
            run.clockTurns().release();
        }
    }

    /**
     * A clock that follows ours cannot have drifted; a run that failed has no time left for what it does not need. The
     * report that is fetched next counts for more: what is slow is left out, and not tried again.
     */
    private void measureClockAtEnd() throws InterruptedException {
        boolean isSettled = clockAtEndTried
                || clock.filter(before -> before.offset().errorNanos() > 0).isEmpty();
        if (isSettled || run.status().get().failure().isPresent()) {
            return;
        }
        clockAtEndTried = true;
        if (!run.clockTurns().tryAcquire(CLOCK_AT_END.toNanos(), TimeUnit.NANOSECONDS)) {
            return;
        }
        try {
            call(client -> clockAtEnd = client.measureClock(CLOCK_AT_END));
        } finally {
            run.clockTurns().release();
        }
    }

    private void fetchReport() {
        if (!reports.isAnswered()) {
            call(reports::fetchReport);
        }
    }

    /** Makes a call that the member answers with its state. */
    private void tell(StateCall call) {
        call(client -> answered(call.on(client)));
    }

    private void call(Call call) {
        Optional<MemberClient> client = site.client();
        if (client.isEmpty()) {
            return;
        }
        try {
            call.on(client.get());
        } catch (MemberCallException e) {
            find(new MemberObservation.Silent(e.getMessage()));
        }
    }

    private void answered(MemberState state) {
        hasAnswered = true;
        find(new MemberObservation.Answered(state));
    }

    /** What a member has received while it runs is looked at by the clock; all else is news. */
    private void find(MemberObservation now) {
        Optional<MemberObservation> before = found;
        found = Optional.of(now);
        if (isNews(before, now)) {
            run.news().run();
        }
    }

    private static boolean isNews(Optional<MemberObservation> before, MemberObservation now) {
        if (before.orElse(null) instanceof MemberObservation.Answered(var earlier)) {
            return !(now instanceof MemberObservation.Answered(var later))
                    || earlier.phase() != later.phase()
                    || !earlier.start().equals(later.start())
                    || earlier.membersSeen() != later.membersSeen();
        }
        return now instanceof MemberObservation.Answered;
    }

    /** Asks nothing more of the member, which is not told anything. Its connection is the site's to close. */
    @Override
    public void close() {
        thread.interrupt();
    }

    @FunctionalInterface
    private interface Call {
        void on(MemberClient client) throws MemberCallException;
    }

    @FunctionalInterface
    private interface StateCall {
        MemberState on(MemberClient client) throws MemberCallException;
    }
}
