package io.jgbench.local;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.control.MemberClient;
import io.jgbench.coordination.drive.MemberDriver;
import io.jgbench.coordination.drive.MemberSite;
import io.jgbench.coordination.protocol.JoinRequest;
import io.jgbench.coordination.run.MemberObservation;
import io.jgbench.local.host.MemberHandle;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future.State;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.IntFunction;

/** The controller's view of one member of a local run, which lives in a process. */
final class LocalMember implements MemberSite, AutoCloseable {
    private final Wiring wiring;
    private final Runnable news;
    private final MemberDriver driver;

    private volatile Optional<MemberClient> client = Optional.empty();
    private volatile MemberHandle process;
    private volatile boolean isEnding;
    private volatile Optional<MemberObservation> launchFailure = Optional.empty();

    @GuardedBy("this")
    private boolean closed;

    /** Starts the member's process. */
    @FunctionalInterface
    interface Launcher {
        /** Returns when the process is started. */
        MemberHandle launch() throws IOException;
    }

    /**
     * What a local member is given.
     *
     * @param launcher starts its process
     * @param connect makes the connection to its control port
     * @param join makes the request to join, with its timeout
     * @param patienceAtEnd how long a member that was told to stop may take until its process is ended
     */
    record Wiring(
            Launcher launcher,
            IntFunction<MemberClient> connect,
            Function<Duration, JoinRequest> join,
            Duration patienceAtEnd) {}

    /** Begins to wait for actions. */
    LocalMember(int index, Wiring wiring, MemberDriver.OfRun run) {
        this.wiring = wiring;
        this.news = run.news();
        this.driver = new MemberDriver(index, this, run);
    }

    /** What carries out the run's actions. */
    MemberDriver driver() {
        return driver;
    }

    /** How the member was found last. One that has ended is said to be silent until its last words are read. */
    MemberObservation seen() {
        MemberHandle started = process;
        if (started == null) {
            return launchFailure.orElseGet(MemberObservation.NotLaunched::new);
        }
        if (started.exit().isDone()) {
            return ended(started);
        }
        return driver.found().orElseGet(() -> new MemberObservation.Silent("its JVM is starting"));
    }

    private static MemberObservation ended(MemberHandle member) {
        String how = member.exit().join().toString();
        return member.lastWords().isDone()
                ? new MemberObservation.Exited(how, String.join("\n", member.lastLines()))
                : new MemberObservation.Silent("it has ended, " + how);
    }

    @Override
    public synchronized void launch() {
        if (process != null || closed) {
            return;
        }
        try {
            MemberHandle started = wiring.launcher().launch();
            process = started;
            var _ = started.lastWords().thenRun(news);
            var _ = started.controlPort().thenRun(news);
        } catch (IOException e) {
            launchFailure = Optional.of(new MemberObservation.Exited("could not be started: " + e.getMessage(), ""));
        }
    }

    @Override
    public Optional<MemberClient> client() {
        MemberHandle started = process;
        if (client.isEmpty() && started != null && started.controlPort().state() == State.SUCCESS) {
            client = Optional.of(wiring.connect().apply(started.controlPort().resultNow()));
        }
        return client;
    }

    @Override
    public JoinRequest join(Duration timeout) {
        return wiring.join().apply(timeout);
    }

    /** Gives it the time to leave its cluster, and ends the process. */
    @Override
    public void end() throws InterruptedException {
        if (process == null) {
            return;
        }
        isEnding = true;
        try {
            awaitOwnEnd();
        } finally {
            process.close();
        }
    }

    private void awaitOwnEnd() throws InterruptedException {
        try {
            process.exit().get(wiring.patienceAtEnd().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            // A member that leaves its cluster in order takes longer than anybody has to wait for it.
        } catch (ExecutionException e) {
            throw new IllegalStateException("the end of a process cannot fail: " + e.getMessage(), e);
        }
    }

    /**
     * Ends its process, should that live still: a member that stands still does not end when it is told to. The run
     * does not wait for all that a member may do at its end; this does.
     */
    @Override
    public void close() {
        if (isEnding) {
            try {
                awaitOwnEnd();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        driver.close();
        client.ifPresent(MemberClient::close);
        forbidLaunch();
        if (process != null) {
            process.close();
        }
    }

    /** Waits for a launch that is under way, so that its process is not overlooked. */
    private synchronized void forbidLaunch() {
        closed = true;
    }
}
