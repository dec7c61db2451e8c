package io.jgbench.member;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.ArmRequest;
import io.jgbench.coordination.protocol.HostNetwork;
import io.jgbench.coordination.protocol.JoinRequest;
import io.jgbench.coordination.protocol.MemberFailure;
import io.jgbench.coordination.protocol.MemberFailure.Kind;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberState;
import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.protocol.PreflightReport;
import io.jgbench.coordination.protocol.PreflightRequest;
import io.jgbench.coordination.protocol.StartRequest;
import io.jgbench.coordination.protocol.WithdrawRequest;
import io.jgbench.workload.Workload.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One member of one run, from its creation to its report. What it is asked for is done by a thread of its own,
 * {@link MemberLife}; requests only check that they come in order and return at once.
 *
 * <p>The same request twice is harmless, a different one is refused. Its timeout does not make a request another one:
 * who repeats a request has less time left. The deadlines of the first one hold.
 */
public final class Member implements AutoCloseable {
    private final String runId;
    private final String name;
    private final MemberParts parts;
    private final SharedMemberState shared = new SharedMemberState(this::interruptLife);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch handedOver = new CountDownLatch(1);
    private final ReentrantLock requests = new ReentrantLock();

    @GuardedBy("requests")
    private PreflightLife preflight;

    @GuardedBy("requests")
    private JoinRequest join;

    @GuardedBy("requests")
    private ArmRequest arm;

    @GuardedBy("requests")
    private StartRequest start;

    private volatile MemberLife life;
    private volatile Optional<String> bindAddress = Optional.empty();
    private volatile HostNetwork network = HostNetwork.UNKNOWN;

    /** A member that waits to be asked. */
    public Member(String runId, String name, MemberParts parts) {
        this.runId = runId;
        this.name = name;
        this.parts = parts;
    }

    /** The clock that the member's instants are of. */
    public EpochClock clock() {
        return parts.clock();
    }

    /** How the member is. */
    public MemberState state() {
        var standing = shared.snapshot();
        var progress = progress(standing.phase());
        var current = life;
        return new MemberState(
                runId,
                name,
                standing.phase(),
                standing.start(),
                standing.membersSeen(),
                progress.done(),
                progress.expected(),
                progress.sent(),
                current == null ? Optional.empty() : current.warmup(),
                bindAddress,
                network,
                standing.failure());
    }

    private Progress progress(MemberPhase phase) {
        boolean armed = phase.compareTo(MemberPhase.ARMING) > 0;
        var current = life;
        return armed && current != null ? current.progress() : Progress.NONE;
    }

    /** Fails the member unless its JGroups came from this folder. */
    public void requireJGroups(Path folder) {
        new CarriedJGroups(folder)
                .problem()
                .ifPresent(why -> shared.fail(new MemberFailure(Kind.JGROUPS_MISSING, why)));
    }

    /**
     * What ended a thread that nobody waits for. A full heap fails the member, whatever thread met it: what that one
     * was to do is missing, and would be taken for lost.
     */
    void ended(Thread thread, Throwable thrown) {
        System.err.println("member: the thread " + thread.getName() + " ended:");
        thrown.printStackTrace(System.err);
        if (thrown instanceof OutOfMemoryError error) {
            shared.fail(MemberLife.heapWasFull(error));
        }
    }

    /** Finds the address of the interface that the transport is to bind to; a host without it fails the member. */
    public void bindTo(String networkInterface) {
        switch (BindInterface.find(networkInterface)) {
            case BindInterface.Outcome.Found(var address) -> bindAddress = Optional.of(address);
            case BindInterface.Outcome.Missing(var why) -> shared.fail(new MemberFailure(Kind.INTERFACE_MISSING, why));
        }
    }

    /**
     * Reads the host's network settings, for the member's facts.
     *
     * @param address where the transport is going to bind, unless it was told an interface
     */
    public void lookAtNetwork(String address) {
        network = parts.probes().apply(bindAddress.orElse(address)).network();
    }

    /** Opens the sockets of the pre-flight and answers the others' probes until the member joins. */
    void openPreflight(PreflightRequest request) throws RequestRefusedException {
        requests.lock();
        try {
            if (preflight != null) {
                requireSame("open its pre-flight", preflight.request().equals(request));
                return;
            }
            requirePlanned(request.peers().get(request.self()));
            if (shared.snapshot().phase() != MemberPhase.CREATED) {
                throw tooLate("open its pre-flight");
            }
            preflight = new PreflightLife(request, parts, shared);
            preflight.open();
        } finally {
            requests.unlock();
        }
    }

    /** Probes the paths to all others, and returns when that is done. */
    void probe() throws RequestRefusedException {
        openedPreflight("probe").probe();
    }

    /** What was sent and received in the pre-flight. */
    PreflightReport preflightReport() throws RequestRefusedException {
        return openedPreflight("report its pre-flight").report();
    }

    private PreflightLife openedPreflight(String what) throws RequestRefusedException {
        requests.lock();
        try {
            if (preflight == null) {
                throw tooLate(what);
            }
            return preflight;
        } finally {
            requests.unlock();
        }
    }

    /** Opens the transport and looks for the others. */
    void join(JoinRequest request) throws RequestRefusedException {
        requests.lock();
        try {
            if (join != null) {
                requireSame("join", sameBut(join, request));
                return;
            }
            requirePlanned(request.peers().get(request.self()));
            if (!shared.beginJoining()) {
                throw tooLate("join");
            }
            if (preflight != null) {
                preflight.close();
            }
            join = request;
            life = new MemberLife(runId, request, parts, shared);
            life.begin();
        } finally {
            requests.unlock();
        }
    }

    /** Runs the warm-up. */
    void arm(ArmRequest request) throws RequestRefusedException {
        requests.lock();
        try {
            if (arm != null) {
                return;
            }
            if (shared.snapshot().phase() != MemberPhase.JOINED) {
                throw tooLate("arm");
            }
            arm = request;
            life.arm(request);
        } finally {
            requests.unlock();
        }
    }

    /** Ends a warm-up that lasts until it is steady; one that is over stays so. */
    void endWarmup() throws RequestRefusedException {
        requests.lock();
        try {
            if (arm == null) {
                throw tooLate("end its warm-up");
            }
            life.endWarmup();
        } finally {
            requests.unlock();
        }
    }

    /**
     * Releases the member at an instant. One that has passed is not taken: the member stays armed and says so, from
     * which the run sees that the start has to be planned again.
     */
    void start(StartRequest request) throws RequestRefusedException {
        requests.lock();
        try {
            var known = shared.snapshot();
            if (request.attempt() <= known.start().attempt()) {
                // One that was withdrawn, or a later one took the place of, may come late: nothing follows from it.
                boolean stands = known.start().hasTaken(request.attempt());
                requireSame("start", !stands || start.startAtEpochNanos() == request.startAtEpochNanos());
                return;
            }
            if (known.phase() != MemberPhase.ARMED) {
                throw tooLate("start");
            }
            long instant = request.clock().toMember(request.startAtEpochNanos());
            if (parts.clock().epochNanos() <= instant) {
                start = request;
                life.start(new ScheduledStart(request.attempt(), instant, request.timeout()));
            } else {
                shared.withdraw(request.attempt());
            }
        } finally {
            requests.unlock();
        }
    }

    /** Takes a start back, unless the member begins already. */
    void withdraw(WithdrawRequest request) throws RequestRefusedException {
        if (shared.snapshot().phase().compareTo(MemberPhase.ARMED) < 0) {
            throw tooLate("withdraw a start");
        }
        shared.withdraw(request.attempt());
    }

    /** What was measured, the same at each call; of a member that still runs, what it has so far. */
    MemberReport report() throws RequestRefusedException {
        var standing = shared.snapshot();
        var current = life;
        if (standing.phase().compareTo(MemberPhase.RUNNING) < 0) {
            throw new RequestRefusedException(name + " has no report yet, it is " + standing.phase());
        }
        if (current == null || !current.hasReport()) {
            throw new RequestRefusedException(name + " failed before its transport was open: "
                    + standing.failure().map(MemberFailure::message).orElse("unknown"));
        }
        return current.report();
    }

    /** Its whole report has been sent to the controller: nothing is lost if the process ends now. */
    void handedOver() {
        handedOver.countDown();
    }

    /** Waits until the report of a member that has done its work is handed over; any other one has none to lose. */
    void awaitHandover(Duration timeout) throws InterruptedException {
        if (shared.snapshot().phase() == MemberPhase.REPORTED) {
            handedOver.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    /** Ends the member; open work is abandoned. */
    public void stop() {
        shared.fail("it was stopped while " + shared.snapshot().phase());
        handedOver.countDown();
        stopped.countDown();
    }

    /** Waits until the member is stopped; false if that takes longer than the timeout. */
    public boolean awaitStop(Duration timeout) throws InterruptedException {
        return stopped.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Stops the member, leaves the cluster and releases all. */
    @Override
    public void close() {
        stop();
        var current = life;
        if (current != null) {
            current.close();
        }
        closePreflight();
    }

    private void closePreflight() {
        requests.lock();
        try {
            if (preflight != null) {
                preflight.close();
            }
        } finally {
            requests.unlock();
        }
    }

    private void interruptLife() {
        var current = life;
        if (current != null) {
            current.interrupt();
        }
    }

    private static boolean sameBut(JoinRequest one, JoinRequest other) {
        return one.equals(new JoinRequest(
                other.workload(),
                other.transport(),
                other.clusterName(),
                other.self(),
                other.peers(),
                other.multicastAddress(),
                other.multicastPort(),
                one.timeout()));
    }

    private void requirePlanned(Peer planned) throws RequestRefusedException {
        if (!planned.name().equals(name)) {
            throw new RequestRefusedException("this is " + name + ", asked to join as " + planned.name());
        }
    }

    private void requireSame(String what, boolean same) throws RequestRefusedException {
        if (!same) {
            throw new RequestRefusedException(name + " was already asked to " + what + ", with different values");
        }
    }

    private RequestRefusedException tooLate(String what) {
        var standing = shared.snapshot();
        return new RequestRefusedException(name + " cannot " + what + ", it is " + standing.phase()
                + standing.failure().map(why -> ": " + why.message()).orElse(""));
    }
}
