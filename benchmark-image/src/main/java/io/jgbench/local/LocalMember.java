package io.jgbench.local;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.control.MemberCallException;
import io.jgbench.coordination.control.MemberClient;
import io.jgbench.coordination.protocol.ArmRequest;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberState;
import io.jgbench.coordination.protocol.StartRequest;
import io.jgbench.coordination.run.Action;
import io.jgbench.coordination.run.Sighting;
import io.jgbench.local.host.MemberProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future.State;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import javax.net.ssl.SSLContext;

/**
 * The controller's view of one member of a local run. A thread of its own carries out what the run asks of the member and
 * asks the member how it is in between; what it finds is left here for the run to read.
 */
final class LocalMember implements AutoCloseable {
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

    private final LocalPlan plan;
    private final int index;
    private final String controlAddress;
    private final Launcher launcher;
    private final SSLContext tls;
    private final EpochClock clock;
    private final Pace pace;
    private final Runnable news;
    private final Duration patienceAtEnd;
    private final Lock clockTurn;

    private final BlockingQueue<Action> asked = new LinkedBlockingQueue<>();
    private final Set<Action> underWay = ConcurrentHashMap.newKeySet();
    private final Thread thread;

    private volatile MemberClient client;
    private volatile MemberProcess process;
    private volatile Sighting sighting = new Sighting.NotLaunched();
    private volatile ClockOffset clockOffset;
    private volatile MemberReport report;

    /** Starts the member's process. */
    @FunctionalInterface
    interface Launcher {
        /** Returns when the process is started. */
        MemberProcess launch() throws IOException;
    }

    /** How long to wait between two looks at a member. */
    @FunctionalInterface
    interface Pace {
        /** The wait before the next look. */
        Duration next();
    }

    /**
     * Begins to wait for actions.
     *
     * @param news is called whenever something new was found
     * @param patienceAtEnd how long a member that was told to stop may take until its process is ended
     * @param clockTurn held by the member whose clock is being measured; the same for all members of a run
     */
    LocalMember(
            LocalPlan plan,
            int index,
            String controlAddress,
            Launcher launcher,
            SSLContext tls,
            EpochClock clock,
            Pace pace,
            Runnable news,
            Duration patienceAtEnd,
            Lock clockTurn) {
        this.plan = plan;
        this.index = index;
        this.controlAddress = controlAddress;
        this.launcher = launcher;
        this.tls = tls;
        this.clock = clock;
        this.pace = pace;
        this.news = news;
        this.patienceAtEnd = patienceAtEnd;
        this.clockTurn = clockTurn;
        this.thread = Thread.ofVirtual().name("control-" + index).start(this::work);
    }

    /** Asks for an action, unless the same one is under way. */
    void ask(Action action) {
        if (underWay.add(action)) {
            asked.add(action);
        }
    }

    /** How the member was found last. */
    Sighting sighting() {
        MemberProcess started = process;
        if (started != null && started.exit().isDone()) {
            return new Sighting.Exited(started.exit().join().toString(), String.join("\n", started.lastLines()));
        }
        return sighting;
    }

    /** Its clock, once measured. */
    Optional<ClockOffset> clockOffset() {
        return Optional.ofNullable(clockOffset);
    }

    /** Its report, once fetched. */
    Optional<MemberReport> report() {
        return Optional.ofNullable(report);
    }

    private void work() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Action action = asked.poll(pace.next().toNanos(), TimeUnit.NANOSECONDS);
                if (action == null) {
                    look();
                } else {
                    carryOut(action);
                    underWay.remove(action);
                }
                news.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void carryOut(Action action) throws InterruptedException {
        switch (action) {
            case Action.Launch _ -> launch();
            case Action.Join join ->
                call(() -> answered(client.join(plan.join(index, left(join.deadlineEpochNanos())))));
            case Action.Arm arm -> call(() -> answered(client.arm(new ArmRequest(left(arm.deadlineEpochNanos())))));
            case Action.MeasureClock _ -> measureClock();
            case Action.Release release -> call(() -> answered(client.start(start(release))));
            case Action.FetchReport _ -> call(() -> report = client.report());
            case Action.Stop _ -> stop();
        }
    }

    /** One member after the other: those that answer at the same time on the same cores make each other late. */
    private void measureClock() throws InterruptedException {
        if (clockOffset != null) {
            // Asked for again in the moment in which it was done; the start would have to wait behind it.
            return;
        }
        clockTurn.lockInterruptibly();
        try {
            call(() -> clockOffset = client.measureClock());
        } finally {
            clockTurn.unlock();
        }
    }

    private void launch() {
        if (process != null) {
            return;
        }
        try {
            MemberProcess started = launcher.launch();
            process = started;
            sighting = new Sighting.Silent("its JVM is starting");
            var _ = started.exit().thenRun(news);
            var _ = started.controlPort().thenRun(news);
        } catch (IOException e) {
            sighting = new Sighting.Exited("could not be started: " + e.getMessage(), "");
        }
    }

    private void look() {
        if (process != null) {
            call(() -> answered(client.state()));
        }
    }

    private void call(Call call) {
        try {
            if (connected()) {
                call.run();
            }
        } catch (MemberCallException e) {
            sighting = new Sighting.Silent(e.getMessage());
        }
    }

    private boolean connected() {
        MemberProcess started = process;
        if (client == null && started != null && started.controlPort().state() == State.SUCCESS) {
            int port = started.controlPort().resultNow();
            client = new MemberClient(
                    plan.peers().get(index).name(),
                    new InetSocketAddress(controlAddress, port),
                    tls,
                    clock,
                    CALL_TIMEOUT);
        }
        return client != null;
    }

    private void answered(MemberState state) {
        sighting = new Sighting.Answered(state);
    }

    private StartRequest start(Action.Release release) {
        return new StartRequest(
                release.startAtEpochNanos(),
                release.clocks().get(index),
                Duration.ofNanos(release.deadlineEpochNanos() - release.startAtEpochNanos()));
    }

    private Duration left(long deadlineEpochNanos) {
        return Duration.ofNanos(Math.max(1, deadlineEpochNanos - clock.epochNanos()));
    }

    /** Tells the member, so that it does not take the end of its process for a failure, and ends the process. */
    private void stop() {
        call(() -> client.stop());
        if (process != null) {
            awaitOwnEnd();
            process.close();
        }
    }

    private void awaitOwnEnd() {
        try {
            process.exit().get(patienceAtEnd.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            // A member that leaves its cluster in order takes longer than anybody has to wait for it.
        } catch (ExecutionException e) {
            throw new IllegalStateException("the end of a process cannot fail: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends its process, should that live still: a member that stands still does not end when it is told to. */
    @Override
    public void close() {
        thread.interrupt();
        if (client != null) {
            client.close();
        }
        if (process != null) {
            process.close();
        }
    }

    @FunctionalInterface
    private interface Call {
        void run() throws MemberCallException;
    }
}
