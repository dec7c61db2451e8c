package io.jgbench.operator.drive;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.coordination.control.MemberCallException;
import io.jgbench.coordination.control.MemberClient;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberState;
import io.jgbench.coordination.run.Action;
import io.jgbench.coordination.run.Sighting;
import io.jgbench.operator.pod.PodView;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The operator's connection to one member. A virtual thread of its own carries out what the run asks of the member and
 * asks the member how it is in between, so that nobody waits in a reconciliation; what it finds is left here, and the run
 * is woken when that changes what can be done.
 */
final class MemberLink implements AutoCloseable {
    /** How long a pod that was asked for may be missing from the cache before it is asked for again. */
    private static final Duration UNSEEN = Duration.ofSeconds(5);

    /** A node that is gone with its member never gives its log. */
    private static final Duration LOG_PATIENCE = Duration.ofSeconds(3);

    private final int index;
    private final MemberClient client;
    private final Wiring wiring;

    private final BlockingQueue<Action> asked = new LinkedBlockingQueue<>();
    private final Set<Action> underWay = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean isLogWanted = new AtomicBoolean();
    private final Thread thread;

    private volatile long logWantedAtNanos;
    private volatile long launchedAtNanos;
    private volatile boolean isLaunched;
    private volatile boolean hasAnswered;
    private volatile Optional<String> launchProblem = Optional.empty();
    private volatile Sighting found = new Sighting.Silent("it was not asked yet");
    private volatile Optional<String> lastLines = Optional.empty();
    private volatile ClockOffset clockOffset;
    private volatile MemberReport report;

    /**
     * What a link is given by its run.
     *
     * @param requests makes the requests to the member
     * @param launch makes the member's pod
     * @param logs reads the member's output
     * @param pace how long to wait between two looks at the member
     * @param wake is called when something was found that the run has to act on
     * @param clockTurns held while a clock is measured; the same for all members of a run
     */
    record Wiring(
            MemberRequests requests,
            Runnable launch,
            Supplier<String> logs,
            Supplier<Duration> pace,
            Runnable wake,
            Semaphore clockTurns) {}

    MemberLink(int index, MemberClient client, Wiring wiring) {
        this.index = index;
        this.client = client;
        this.wiring = wiring;
        this.thread = Thread.ofVirtual().name("member-link-" + index).start(this::work);
    }

    /** Asks for an action, unless the same one is under way. */
    void ask(Action action) {
        if (underWay.add(action)) {
            asked.add(action);
        }
    }

    /**
     * How the member is found. One that has ended is said to be silent until its last lines are read.
     *
     * @param pod its pod as the cache has it
     * @param quotesLog whether the last lines matter
     */
    Sighting sighting(Optional<PodView> pod, boolean quotesLog) {
        if (pod.isEmpty()) {
            return isLaunched && System.nanoTime() - launchedAtNanos < UNSEEN.toNanos()
                    ? new Sighting.Silent("its pod is being made")
                    : new Sighting.NotLaunched();
        }
        isLaunched = true;
        Optional<String> ending = pod.get().ending();
        if (ending.isPresent()) {
            return ended(ending.get(), quotesLog);
        }
        return found instanceof Sighting.Answered || hasAnswered
                ? found
                : new Sighting.Silent(pod.get().waitsFor());
    }

    private Sighting ended(String how, boolean quotesLog) {
        if (!quotesLog || lastLines.isPresent()) {
            return new Sighting.Exited(how, lastLines.orElse(""));
        }
        if (isLogWanted.compareAndSet(false, true)) {
            logWantedAtNanos = System.nanoTime();
            Thread.ofVirtual().name("member-log-" + index).start(this::readLog);
        }
        return System.nanoTime() - logWantedAtNanos < LOG_PATIENCE.toNanos()
                ? new Sighting.Silent("it has ended, " + how)
                : new Sighting.Exited(how, "");
    }

    private void readLog() {
        lastLines = Optional.of(wiring.logs().get());
        wiring.wake().run();
    }

    /** Why its pod cannot be made, if that is so. */
    Optional<String> launchProblem() {
        return launchProblem;
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
                Action action = asked.poll(wiring.pace().get().toNanos(), TimeUnit.NANOSECONDS);
                if (action == null) {
                    look();
                } else {
                    carryOut(action);
                    underWay.remove(action);
                    wiring.wake().run();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void carryOut(Action action) throws InterruptedException {
        switch (action) {
            case Action.Launch _ -> launch();
            case Action.Join join ->
                call(() -> answered(client.join(wiring.requests().join(index, join))));
            case Action.Arm arm ->
                call(() -> answered(client.arm(wiring.requests().arm(arm))));
            case Action.MeasureClock _ -> measureClock();
            case Action.Release release ->
                call(() -> answered(client.start(wiring.requests().start(index, release))));
            case Action.FetchReport _ -> call(() -> report = client.report());
            case Action.Stop _ -> call(() -> answered(client.stop()));
        }
    }

    /** A few members at a time: those that answer at once make each other late. */
    private void measureClock() throws InterruptedException {
        if (clockOffset != null) {
            // Asked for again in the moment in which it was done; the start would have to wait behind it.
            return;
        }
        wiring.clockTurns().acquire();
        try {
            call(() -> clockOffset = client.measureClock());
        } finally {
            wiring.clockTurns().release();
        }
    }

    private void launch() {
        try {
            wiring.launch().run();
            launchProblem = Optional.empty();
            launchedAtNanos = System.nanoTime();
            isLaunched = true;
        } catch (KubernetesClientException e) {
            launchProblem = Optional.of(e.getMessage());
        }
    }

    private void look() {
        if (isLaunched) {
            call(() -> answered(client.state()));
        }
    }

    private void call(Call call) {
        try {
            call.run();
        } catch (MemberCallException e) {
            find(new Sighting.Silent(e.getMessage()));
        }
    }

    private void answered(MemberState state) {
        hasAnswered = true;
        find(new Sighting.Answered(state));
    }

    /** What a member has received while it runs is looked at by the clock; all else is news. */
    private void find(Sighting now) {
        Sighting before = found;
        found = now;
        if (isNews(before, now)) {
            wiring.wake().run();
        }
    }

    private static boolean isNews(Sighting before, Sighting now) {
        if (before instanceof Sighting.Answered(var earlier) && now instanceof Sighting.Answered(var later)) {
            return earlier.phase() != later.phase() || earlier.membersSeen() != later.membersSeen();
        }
        return before instanceof Sighting.Answered || now instanceof Sighting.Answered;
    }

    @Override
    public void close() {
        thread.interrupt();
        client.close();
    }

    @FunctionalInterface
    private interface Call {
        void run() throws MemberCallException;
    }
}
